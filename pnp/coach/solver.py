"""The one place that knows the solver: a program as data goes in, the best values with their proof come out."""

from __future__ import annotations

from typing import NamedTuple

from pnp.errors import CallError
from pnp.extras import install_command
from pnp.games.integer_program import Program
from pnp.words import say

SECONDS = 60.0
"""How long one question may take before the best that is known is the answer."""


class Solution(NamedTuple):
    """Values for the unknowns, what they come to, the most that any could come to, and whether that is proven."""

    values: tuple[int, ...]
    value: int
    bound: int
    proven: bool


def solve(program: Program, seconds: float = SECONDS, most: int | None = None) -> Solution | None:
    """The best values, or any where nothing is wanted, that come to no more than `most`; None where there are none."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise CallError(say("needs-extra", command=install_command("coach"))) from None
    model = cp_model.CpModel()
    unknowns = [model.new_int_var(low, high, "") for low, high in program.bounds]
    for row in program.rows:
        if not row.unknowns:
            if not row.low <= 0 <= row.high:
                return None
            continue
        terms = cp_model.LinearExpr.weighted_sum([unknowns[one] for one in row.unknowns], row.factors)
        model.add_linear_constraint(terms, max(row.low, -program.MOST), min(row.high, program.MOST))
    if program.goal:
        wanted = [unknowns[one] for one in program.goal]
        goal = cp_model.LinearExpr.weighted_sum(wanted, [*program.goal.values()])
        if most is not None:
            model.add(goal <= most - program.constant)
        model.maximize(goal)
    solver = cp_model.CpSolver()
    # One worker and the stronger linear relaxation: others take minutes where this takes moments.
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    # A look ahead that costs more than it saves with programs as small as these.
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise CallError(say("not-solved", seconds=round(seconds)))
    values = tuple(solver.value(one) for one in unknowns)
    value = sum(values[one] * factor for one, factor in program.goal.items()) + program.constant
    bound = round(solver.best_objective_bound) + program.constant if program.goal else value
    return Solution(values, value, bound, status == cp_model.OPTIMAL)
