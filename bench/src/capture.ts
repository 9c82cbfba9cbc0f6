/** Statement in the server's log: text and parameter values; null is NULL. */
export interface Logged {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Prefix of log lines during capture: application and process. */
export const LINE_PREFIX = '%a|%p|';

interface PostgresLogEntry {
  readonly application: string;
  readonly process: string;
  readonly level: string;
  readonly message: string;
}

/** Parses the log; a line beginning with a tab continues the previous one. */
function parsePostgresLog(log: string): PostgresLogEntry[] {
  const found: { application: string; process: string; level: string; message: string }[] = [];
  for (const line of log.split('\n')) {
    const begin = /^([^|]*)\|(\d+)\|([A-Z]+): {2}(.*)$/.exec(line);
    if (begin !== null) {
      const [, application = '', process = '', level = '', message = ''] = begin;
      found.push({ application, process, level, message });
    } else if (line.startsWith('\t')) {
      const last = found.at(-1);
      if (last !== undefined) last.message += `\n${line.slice(1)}`;
    }
  }
  return found;
}

/** Parses `$1 = 'a', $2 = NULL` into values. */
function parseBoundValues(detail: string): (string | null)[] {
  const values = [...detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)];
  return values.map(([, whole, text]) =>
    whole === 'NULL' ? null : (text ?? '').replaceAll("''", "'"),
  );
}

/** The transactions of the server in the log, statement by statement, without their begin and commit. */
export function parseLoggedTransactions(log: string, application: string): Logged[][] {
  const open = new Map<string, { text: string; values: (string | null)[] }[]>();
  const done: Logged[][] = [];
  for (const entry of parsePostgresLog(log)) {
    if (entry.application !== application) continue;
    const current = open.get(entry.process);
    if (entry.level === 'DETAIL') {
      const last = current?.at(-1);
      if (last !== undefined && /^parameters:/i.test(entry.message))
        last.values = parseBoundValues(entry.message);
      continue;
    }
    const [, text] = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(entry.message) ?? [];
    if (text === undefined) continue;
    if (text.startsWith('begin')) open.set(entry.process, []);
    else if (text === 'commit' && current !== undefined) {
      done.push(current);
      open.delete(entry.process);
    } else current?.push({ text, values: [] });
  }
  return done;
}
