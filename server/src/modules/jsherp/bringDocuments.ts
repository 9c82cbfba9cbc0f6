import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { saveTogether, touches } from '../document/index.ts';
import type { NewDocument } from '../document/index.ts';
import { documentsOf, key, word, type SourceDocument } from './company.ts';
import { goodsInput, moneyInput, type Lookup, type Placed } from './documents.ts';
import { keepJournal } from './ownerContext.ts';
import { rememberAll, triedTogether, type Run } from './records.ts';
import { said, type Sentence } from './sentence.ts';

/** So many documents are tried together; between two of these the log is written and the progress told. */
const BATCH = 200;

interface Bringing {
  readonly run: Run;
  readonly context: Context;
  readonly lookup: Lookup & { readonly placed: Map<string, Placed> };
}

/** All documents in their order, through the product's own writer. */
export async function bringDocuments(run: Run, context: Context): Promise<void> {
  const { source, ids, tell, tx } = run;
  const documents = documentsOf(source);
  const barcodes = source
    .rows('jsh_material_extend')
    .filter((row) => ids.of('jsh_material_extend', word(row, 'id')) !== null)
    .map((row) => [word(row, 'id'), word(row, 'bar_code')] as const);
  const lookup = { ids, barcodes: new Map(barcodes), placed: new Map<string, Placed>() };
  const bringing = { run, context, lookup };
  let planned = 1;
  for (let done = 0; done < documents.length; done += BATCH) {
    await tell({ stage: 'documents', done, total: documents.length });
    if (done >= planned * 2) {
      // Plans that were made while the tables were as good as empty would read them from end to end for good.
      await sql`discard plans`.execute(tx);
      planned = done;
    }
    await triedTogether(
      run,
      documents.slice(done, done + BATCH),
      (batch) => bringBatch(bringing, batch),
      (document, reason) => refuseDocument(run, document, reason),
    );
    await keepJournal(context);
  }
}

/** A document of the dump as ours. */
interface Ready {
  readonly document: SourceDocument;
  readonly own: NewDocument;
}

/**
 * Brings documents over, as many as can be at a time: what the earlier ones of them are to be found by, or touch as well,
 * has to be in the books first.
 */
async function bringBatch(bringing: Bringing, documents: readonly SourceDocument[]): Promise<void> {
  let wave: Ready[] = [];
  let named = new Set<string>();
  const land = async (): Promise<void> => {
    await saveWave(bringing, wave);
    wave = [];
    named = new Set();
  };
  for (const document of documents) {
    if (isKnown(bringing, document)) continue;
    if (needs(document).some((name) => named.has(name))) await land();
    const own = newDocument(bringing, document);
    const touched = touches(own.input);
    if (touched.some((name) => named.has(name))) await land();
    wave.push({ document, own });
    for (const name of [...names(document), ...touched]) named.add(name);
  }
  await land();
}

/** What later documents of the dump name this one by. */
const names = ({ table, row }: SourceDocument): string[] =>
  table === 'jsh_depot_head' ? [`number ${word(row, 'number')}`, `bill ${word(row, 'id')}`] : [];

/** What it names earlier ones by. */
const needs = ({ row, lines }: SourceDocument): string[] => [
  `number ${word(row, 'link_number')}`,
  ...lines.map((line) => `bill ${word(line, 'bill_id')}`),
];

/** An earlier import brought it over. */
function isKnown({ run: { ids }, lookup }: Bringing, document: SourceDocument): boolean {
  const { table, row, lines } = document;
  if (ids.of(table, word(row, 'id')) === null) return false;
  ids.count(table).known += 1;
  ids.count(lineTable(table)).known += lines.length;
  place(lookup, document);
  return true;
}

function newDocument({ run: { ids }, context, lookup }: Bringing, document: SourceDocument) {
  const { table, kind, row } = document;
  const creatorId = ids.of('jsh_user', key(row, 'creator')) ?? context.scope.userId;
  const asked =
    documentKinds[kind].subject === 'money'
      ? { money: moneyInput(document, lookup) }
      : { goods: goodsInput(document, lookup) };
  const importedFrom = `${table}:${word(row, 'id')}`;
  return { input: { kind, ...asked }, origin: { creatorId, importedFrom } };
}

async function saveWave({ run, context, lookup }: Bringing, wave: readonly Ready[]): Promise<void> {
  if (wave.length === 0) return;
  const saved = await saveTogether(
    context,
    wave.map(({ own }) => own),
  );
  await rememberAll(
    run,
    wave.map(({ document: { table, row } }, at) => {
      const target = { table: 'document', id: saved[at]?.id ?? '' };
      return { table, id: word(row, 'id'), target };
    }),
  );
  for (const { document } of wave) {
    run.ids.count(lineTable(document.table)).imported += document.lines.length;
    place(lookup, document);
  }
}

function place({ placed }: Bringing['lookup'], { row, lines }: SourceDocument): void {
  placed.set(word(row, 'number'), {
    id: word(row, 'id'),
    rows: lines,
    lines: new Map(lines.map((line, at) => [word(line, 'id'), at + 1])),
  });
}

function refuseDocument({ source }: Run, document: SourceDocument, reason: Sentence): void {
  const { table, kind, row, lines } = document;
  const number = word(row, 'number') || word(row, 'bill_no');
  const { name } = documentKinds[kind];
  source.refusals.push({
    table,
    id: word(row, 'id'),
    reason: said(
      `${name['zh-cn']} ${number}：${reason['zh-cn']}`,
      `${name.en} ${number}: ${reason.en}`,
    ),
  });
  for (const line of lines)
    source.refusals.push({
      table: lineTable(table),
      id: word(line, 'id'),
      reason: said('其单据未能导入', 'its document was refused'),
    });
}

const lineTable = (table: SourceDocument['table']): string =>
  table === 'jsh_depot_head' ? 'jsh_depot_item' : 'jsh_account_item';
