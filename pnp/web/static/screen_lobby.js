// Before the game: the way in, as large as it gets, and a street where a house lights up for everybody who comes.

import { h, s, t } from './core.js';
import { named, variable } from './screen_parts.js';

const HOUSES = ['cottage', 'tower', 'garage'];
const STREET = 6;

function house(n) {
  const plate = h('p', { class: 'plate' });
  const element = h('li', { class: 'home' },
    s('svg', { viewBox: '0 -14 100 144', 'aria-hidden': 'true' }, s('use', { href: `#${HOUSES[n % 3]}`, width: 100, height: 130 })), plate);
  return {
    element,
    show(person) {
      element.classList.toggle('lit', Boolean(person && person.claimed));
      element.classList.toggle('empty', !person);
      plate.replaceChildren(...(person ? [named(person.name)] : []));
      if (person && !person.claimed) plate.append(h('span', { class: 'free' }, t('screen.seat-free')));
    },
  };
}

const title = (text) => h('h1', { class: 'title' }, ...text.split(' ').map((word) => h('span', {}, `${word} `)));

export function lobby(state) {
  const homes = [];
  const street = h('ul', { class: 'street' });
  const count = h('p', { class: 'count', role: 'status' });
  const address = h('p', { class: 'address', dir: 'ltr' });
  const code = h('p', { class: 'letters' });
  const join = h('img', { alt: '' });
  const wifi = h('figure', { class: 'way wifi' }, h('div', { class: 'qr' }, h('img', { alt: '' })),
    h('figcaption', {}, t('screen.wifi')));
  let url = '';

  const showWays = (now) => {
    wifi.hidden = !now.wifi;
    const network = wifi.querySelector('img');
    if (now.wifi && !network.src) network.src = `/t/${now.table}/wifi.svg`;
    address.textContent = now.join.address;
    code.textContent = now.join.code;
    if (url === now.join.url) return;
    url = now.join.url;
    join.alt = url;
    join.src = `/t/${now.table}/join.svg?u=${encodeURIComponent(url)}`;
  };

  const showStreet = (people) => {
    const wide = Math.max(people.length, STREET);
    while (homes.length < wide) {
      homes.push(house(homes.length));
      street.append(homes[homes.length - 1].element);
    }
    homes.forEach((home, n) => home.show(people[n]));
    variable(street, 'homes', wide);
    const here = people.filter((one) => one.claimed).length;
    count.textContent = here ? t('screen.here', { n: here }) : t('screen.nobody');
  };

  const element = h('section', {},
    h('div', { class: 'sky', 'aria-hidden': 'true' }, h('i', { class: 'moon' })),
    h('div', { class: 'welcome' }, title(state.title),
      h('p', { class: 'how' }, t('screen.join-how')), address,
      h('p', { class: 'how' }, t('screen.code')), code, count),
    h('div', { class: 'ways' }, wifi,
      h('figure', { class: 'way' }, h('div', { class: 'qr' }, join), h('figcaption', {}, t('screen.join')))),
    street, h('div', { class: 'fence', 'aria-hidden': 'true' }));
  return {
    element,
    update(now) {
      showWays(now);
      showStreet(now.people);
    },
  };
}
