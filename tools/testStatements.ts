import { loadModule } from 'libpg-query';
import pg from 'pg';
import { afterEach } from 'vitest';
import { readKnown } from './statements/known.ts';
import { troublesOf } from './statements/rules.ts';

// Every statement that the server sends while its tests run is read as a cluster would read it, once; the test that sent
// one that a cluster would not take fails. What a test itself asks of the database is its own affair, and so is what the
// worker asks about all companies at once, as long as it locks nothing.

interface Watched {
  readonly seen: Set<string>;
  readonly troubles: string[];
}

/** A connection as the driver has it. */
interface Wire {
  startup(config: { user?: string; application_name?: string }): void;
  parse(query: { text: string }, more: boolean): void;
  query(text: string): void;
}

/** The platform's people read the log of every company, and nothing else of theirs. */
const OF_ALL = /from audit_log log\s+join tenant on/;

const KEY = Symbol.for('tradehouse.statements');
// SAFETY: nothing else stands under this key; files share a worker, and what was seen is seen for all of them.
const shared = globalThis as unknown as { [KEY]?: Watched };
const watched = (shared[KEY] ??= await watch());

afterEach(() => {
  const troubles = watched.troubles.splice(0);
  if (troubles.length > 0) throw new Error(troubles.join('\n'));
});

async function watch(): Promise<Watched> {
  await loadModule();
  const known = await readKnown();
  const seen = new Set<string>();
  const troubles: string[] = [];
  const roles = new WeakMap<Wire, 'app' | 'worker'>();
  const look = (wire: Wire, text: string): void => {
    const role = roles.get(wire);
    if (role === undefined || seen.has(text) || OF_ALL.test(text)) return;
    seen.add(text);
    const found = troublesOf(text, known);
    if (role === 'app' || /\bfor (no key )?(update|share)\b/.test(text))
      troubles.push(...found.map((trouble) => `${trouble}: ${text.replaceAll(/\s+/g, ' ')}`));
  };
  // SAFETY: the driver's own methods, which its types leave out.
  const wires = pg.Connection.prototype as unknown as Wire;
  const { startup, parse, query } = wires;
  wires.startup = function (this: Wire, config) {
    const [, role] = /_(app|worker)$/.exec(config.user ?? '') ?? [];
    if (config.application_name?.startsWith('tradehouse') && (role === 'app' || role === 'worker'))
      roles.set(this, role);
    startup.call(this, config);
  };
  wires.parse = function (this: Wire, asked, more) {
    look(this, asked.text);
    parse.call(this, asked, more);
  };
  wires.query = function (this: Wire, text) {
    look(this, text);
    query.call(this, text);
  };
  return { seen, troubles };
}
