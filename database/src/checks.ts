import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fragments } from './checkFragments.ts';

/** Invariant: SQL returning no row; columns document_id, sku_id, subject, detail; `$1` is the company. */
export interface Check {
  /** Invariant from the guarantees, e.g. `S1`. */
  readonly invariant: string;
  /** File name without extension, e.g. `S1_on_hand`. */
  readonly name: string;
  /** Invariant in one sentence. */
  readonly sentence: string;
  /** Check proves the ledgers: a restore violating it is refused. Otherwise the check reports untidiness. */
  readonly proves: boolean;
  readonly sql: string;
}

/** Marker comment of a check proving the ledgers. */
const PROOF = '-- Proof of the ledgers.';

const folder = join(import.meta.dirname, '..', 'checks');

/** Every check, in the order of their names. */
export async function readChecks(): Promise<readonly Check[]> {
  const flows = await readFlows();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map((name) => readCheck(name, flows)));
}

async function readCheck(file: string, flows: Readonly<Record<string, string>>): Promise<Check> {
  const text = await readFile(join(folder, file), 'utf8');
  const name = file.replace(/\.sql$/, '');
  const [heading = '', ...rest] = text.split('\n');
  return {
    invariant: name.split('_')[0] ?? name,
    name,
    sentence: heading.replace(/^-- /, ''),
    proves: rest.includes(PROOF),
    sql: rest
      .join('\n')
      .replaceAll(/\{\{(\w+)\}\}/g, (_, part: string) => findCheckPart(part, flows)),
  };
}

function findCheckPart(part: string, flows: Readonly<Record<string, string>>): string {
  const text = flows[part] ?? fragments[part];
  if (text === undefined) throw new Error(`No check knows the part ${part}.`);
  return text;
}

/** Reads queries shared by several checks, by file name. */
async function readFlows(): Promise<Record<string, string>> {
  const parts = join(folder, 'parts');
  const files = await readdir(parts);
  const entries = files.map(async (file): Promise<[string, string]> => [
    file.replace(/\.sql$/, ''),
    await readFile(join(parts, file), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
