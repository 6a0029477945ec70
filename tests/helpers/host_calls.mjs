// Dawn's package, with objects that write down their calls: see host_calls.py.

import fs from 'node:fs';
import { create, globals } from PACKAGE;

const isPlain = (value) => typeof value !== 'object' || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
const shown = (value) => JSON.stringify(value, (_, one) => (one === null || isPlain(one) ? one : '-'));

for (const kind of Object.values(globals)) {
  for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(kind?.prototype ?? {}))) {
    if (typeof value !== 'function' || !writable || name === 'constructor') continue;
    kind.prototype[name] = function call(...given) {
      fs.appendFileSync(process.env.ABERRATION_CALLS, `${name}(${given.map(shown).join(', ')})\n`);
      return value.apply(this, given);
    };
  }
}

export { create, globals };
