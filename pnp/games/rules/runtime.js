// What formulas that became JavaScript stand on; plain ES5, as the viewers of PDF forms have it.
// A list is an Array; marks by box, counts and tables are a Dict; nothing is null; what nobody knows is thrown.
var pnp = (function () {
  var f = {}, sheets = {};

  function Unknown() {}
  function Elsewhere() {}

  function Dict(keys, values, area) {
    this.keys = keys;
    this.values = values;
    this.area = area;
  }
  Dict.prototype.find = function (key) {
    for (var i = 0; i < this.keys.length; i++) if (equal(this.keys[i], key)) return i;
    return -1;
  };
  Dict.prototype.has = function (key) {
    return this.find(key) >= 0;
  };
  Dict.prototype.get = function (key) {
    var i = this.find(key);
    return i < 0 ? null : this.values[i];
  };

  function Box(boxes, name) {
    this.boxes = boxes;
    this.name = name;
  }
  Box.prototype.ask = function (name) {
    var boxes = this.boxes, area = boxes.area, cell = /^c(\d+)r(\d+)$/.exec(this.name) || [0, 0, 0];
    var column = +cell[1], row = +cell[2], below = [];
    switch (name) {
      case "value": return boxes.get(this.name);
      case "here": return own(area.here, this.name) ? area.here[this.name] : 0;
      case "at": return /^\d+$/.test(this.name) ? +this.name : area.names.indexOf(this.name) + 1;
      case "name": return this.name;
      case "touches":
        return counter(beside(area, this.name).filter(function (box) { return boxes.has(box); })
          .map(function (box) { return boxes.get(box); }));
      case "row": return row;
      case "column": return column;
      case "below":
        for (var lower = 1; lower < row; lower++) below.push(boxes.get("c" + column + "r" + lower));
        return below;
      case "under": return boxes.get("c" + column + "r" + (row - 1));
    }
    return fail("a box has no " + name);
  };

  function fail(why) {
    throw new Error(why);
  }
  function own(object, key) {
    return !!object && Object.prototype.hasOwnProperty.call(object, key);
  }
  function isList(value) {
    return Object.prototype.toString.call(value) === "[object Array]";
  }
  function plain(value) {
    return typeof value === "boolean" ? +value : value;
  }
  function isNumber(value) {
    return typeof plain(value) === "number";
  }
  function number(value) {
    return isNumber(value) ? +value : fail("no number");
  }
  function equal(a, b) {
    a = plain(a);
    b = plain(b);
    if (!isList(a) || !isList(b)) return a === b;
    return a.length === b.length && a.every(function (one, i) { return equal(one, b[i]); });
  }
  function order(a, b) {
    a = plain(a);
    b = plain(b);
    if (isList(a) && isList(b)) {
      for (var i = 0; i < a.length && i < b.length; i++) if (!equal(a[i], b[i])) return order(a[i], b[i]);
      return a.length - b.length;
    }
    if (typeof a !== typeof b || (typeof a !== "number" && typeof a !== "string")) fail("no order");
    return a < b ? -1 : +(a > b);
  }
  function truth(value) {
    if (isList(value)) return value.length > 0;
    return value instanceof Dict ? value.keys.length > 0 : !!value;
  }
  function items(things) {
    if (isList(things)) return things;
    if (things instanceof Dict) return things.keys;
    return typeof things === "string" ? things.split("") : fail("no list");
  }
  function valuesOf(things) {
    return things instanceof Dict ? things.values : items(things);
  }
  function counter(things) {
    var made = new Dict([], []), i;
    made.counts = true;
    things.forEach(function (thing) {
      i = made.find(thing);
      if (i < 0) { made.keys.push(thing); made.values.push(1); } else made.values[i]++;
    });
    return made;
  }
  function beside(area, name) {
    return own(area.beside, name) ? area.beside[name] : [];
  }
  function rest(parameters, from) {
    return Array.prototype.slice.call(parameters, from);
  }
  function best(parameters, sign) {
    return (parameters.length === 1 ? items(parameters[0]) : rest(parameters, 0)).reduce(function (a, b) {
      return a === undefined || sign * order(b, a) > 0 ? b : a;
    }, undefined);
  }

  // ---- operators

  f.truth = truth;
  f.equal = equal;
  f.order = order;
  f.number = number;
  f.plus = function (a, b) {
    if (isList(a) && isList(b)) return a.concat(b);
    return typeof a === "string" && typeof b === "string" ? a + b : number(a) + number(b);
  };
  f.floor = function (a, b) {
    return number(b) === 0 ? fail("division by 0") : Math.floor(number(a) / b);
  };
  f.modulo = function (a, b) {
    return number(b) === 0 ? fail("division by 0") : ((number(a) % b) + +b) % b;
  };
  f.and = function (value, next) {
    return truth(value) ? next() : value;
  };
  f.or = function (value, next) {
    return truth(value) ? value : next();
  };
  f.is = function (a, b) {
    return a === b;
  };
  f.within = function (thing, things) {
    if (typeof things === "string") return typeof thing === "string" ? things.indexOf(thing) >= 0 : fail("no text");
    return items(things).some(function (one) { return equal(one, thing); });
  };
  f.item = function (things, key) {
    if (things instanceof Dict) return things.has(key) ? things.get(key) : things.counts ? 0 : fail("no " + key);
    var list = items(things), at = number(key) < 0 ? list.length + +key : +key;
    return at >= 0 && at < list.length ? list[at] : fail("nothing at " + key);
  };
  f.dot = function (thing, name) {
    if (thing instanceof Box) return thing.ask(name);
    if (!(thing instanceof Dict)) return fail("it has no " + name);
    var found = thing.get(name);
    if (found === null) found = thing.get(name.replace(/_/g, "-"));
    return found === null ? 0 : found;
  };
  f.dict = function (keys, values) {
    return new Dict(keys, values);
  };
  f.loop = function (things, test, value) {
    return items(things).filter(test).map(function (thing) { return value(thing); });
  };
  f.known = function (value) {
    try {
      return value();
    } catch (error) {
      if (error instanceof Unknown) return 0;
      throw error;
    }
  };

  f.unwritten = function () {
    throw new Unknown();
  };
  f.elsewhere = function () {
    throw new Elsewhere();
  };

  // ---- functions of formulas

  f.count = function (things, mark) {
    if (isNumber(things)) return +things;
    var all = valuesOf(things);
    if (mark === undefined || mark === null) return all.length;
    return all.filter(function (one) { return equal(one, mark); }).length;
  };
  f.sum = function (things) {
    if (isNumber(things)) return +things;
    return valuesOf(things).reduce(function (sum, one) { return isNumber(one) ? sum + +one : sum; }, 0);
  };
  f.pairs = function (boxes, mark) {
    var right = boxes.area.right;
    return boxes.keys.filter(function (name, i) {
      return equal(boxes.values[i], mark) && own(right, name) && equal(boxes.get(right[name]), mark);
    }).length;
  };
  f.without = function (boxes, mark) {
    return boxes.area.columns.filter(function (column) {
      return !column.some(function (name) { return equal(boxes.get(name), mark); });
    }).length;
  };
  f.table = function (n) {
    var points = rest(arguments, 1), row = points.length === 1 && !isNumber(points[0]) ? items(points[0]) : points;
    return number(n) > 0 && row.length ? row[Math.min(n, row.length) - 1] : 0;
  };
  f.alike = function (dice, least) {
    var counts = counter(items(dice));
    return f.max(counts.keys.filter(function (face, i) { return counts.values[i] >= number(least); }));
  };
  f.kinds = function (dice) {
    return f.sorted(counter(items(dice)).values).reverse();
  };
  f.has = function (things) {
    var all = valuesOf(things);
    return rest(arguments, 1).every(function (mark) {
      return all.some(function (one) { return equal(one, mark); });
    });
  };
  f.distinct = function (things) {
    return counter(items(things)).keys;
  };
  f.whole = function (boxes) {
    return rest(arguments, 1).every(function (name) {
      name = f.str(name);
      return (own(boxes.area.lines, name) ? boxes.area.lines[name] : [name]).every(function (box) {
        return boxes.has(box);
      });
    });
  };
  f.groups = function (boxes, mark) {
    var sizes = [], left = boxes.keys.filter(function (name) {
      return mark === undefined || mark === null || equal(boxes.get(name), mark);
    });
    while (left.length) {
      var front = [left.pop()], size = 0;
      while (front.length) {
        size++;
        beside(boxes.area, front.pop()).forEach(function (name) {
          if (left.indexOf(name) >= 0) front.push(left.splice(left.indexOf(name), 1)[0]);
        });
      }
      sizes.push(size);
    }
    return sizes.length ? f.sorted(sizes).reverse() : [0];
  };
  f.each = function (boxes) {
    return boxes.area ? boxes.keys.map(function (name) { return new Box(boxes, name); }) : fail("no area");
  };
  f.min = function () {
    var found = best(arguments, -1);
    return found === undefined ? 0 : found;
  };
  f.max = function () {
    var found = best(arguments, 1);
    return found === undefined ? 0 : found;
  };
  f.any = function (things) {
    return items(things).some(truth);
  };
  f.all = function (things) {
    return items(things).every(truth);
  };
  f.sorted = function (things) {
    return items(things).slice().sort(order);
  };
  f.len = function (things) {
    return items(things).length;
  };
  f.int = function (value) {
    return typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? parseInt(value, 10) : number(value);
  };
  f.str = function (value) {
    if (value === null) return "None";
    return typeof value === "boolean" ? (value ? "True" : "False") : isList(value) ? fail("a list") : String(value);
  };
  f.list = function (things) {
    return items(things).slice();
  };
  f.values = function (things) {
    return things instanceof Dict ? things.values : fail("no values");
  };

  // ---- sheets

  // A sheet as formulas see it; `read` tells what is written in a field, by its id behind the prefix.
  function Scope(sheet, read, prefix) {
    this.sheet = sheet;
    this.read = function (id) {
      var text = read(prefix + id);
      return text === null || text === undefined ? "" : String(text);
    };
    this.seen = {};
    this.touched = false;
  }
  Scope.prototype.mark = function (kind, id) {
    var text = this.read(id).replace("\u2212", "-").replace(/^\s+|\s+$/g, "");
    if (text === "" || text === "Off") return null;
    this.touched = true;
    if (kind === "cross") return text === "Yes" ? true : null;
    if (kind === "choice" || kind === "text") return text;
    if (kind === "tally" && /^[\/xX]$/.test(text)) return text === "/" ? 1 : 2;
    return /^[+-]?\d+$/.test(text) ? +text : null;
  };
  Scope.prototype.box = function (name, box) {
    var area = this.sheet.areas[name], mark = this.mark(area.kind, area.fields[area.names.indexOf(box)]);
    return mark === null ? 0 : mark;
  };
  Scope.prototype.area = function (name) {
    var area = this.sheet.areas[name], names = [], marks = [], scope = this;
    area.fields.forEach(function (id, i) {
      var mark = scope.mark(area.kind, id);
      if (mark !== null) { names.push(area.names[i]); marks.push(mark); }
    });
    if (area.shape === "boxes") return new Dict(names, marks, area);
    if (area.shape === "names") return marks;
    if (!marks.length) return area.empty;
    return area.shape === "count" ? f.sum(marks) : marks[0];
  };
  Scope.prototype.line = function (name) {
    if (!own(this.seen, name)) {
      this.seen[name] = undefined;
      this.seen[name] = this.worth(name);
    }
    var value = this.seen[name];
    if (value === undefined) fail(name + " needs itself");
    if (value === null) throw new Unknown();
    return value;
  };
  // What a line comes to; the number that is written there where its formula needs what is not on the sheet.
  Scope.prototype.worth = function (name) {
    var id = this.sheet.fields[name];
    if (own(this.sheet.lines, name)) {
      try {
        return plain(this.sheet.lines[name](this));
      } catch (error) {
        if (!(error instanceof Unknown || error instanceof Elsewhere)) throw error;
      }
    }
    return id ? this.mark("number", id) : null;
  };
  Scope.prototype.total = function () {
    var scope = this;
    return this.sheet.adds.reduce(function (sum, name) {
      return sum + number(f.known(function () { return scope.line(name); }));
    }, 0);
  };

  // What a box should say that follows from others: nothing where nothing is written, and what stands there if unknown.
  function due(sheet, read, prefix, name) {
    var scope = new Scope(sheets[sheet], read, prefix);
    try {
      var value = number(own(scope.sheet.lines, name) ? scope.line(name) : scope.total());
      return scope.touched ? value + 0 : "";
    } catch (error) {
      return scope.read(scope.sheet.fields[name]);
    }
  }

  return { f: f, sheets: sheets, due: due, Scope: Scope };
})();
