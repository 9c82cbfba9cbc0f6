import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { saveTogether, contendedKeysOf } from '../document/index.ts';
import type { NewDocumentInput } from '../document/index.ts';
import {
  collectSourceDocuments,
  readDumpKey,
  readDumpWord,
  type SourceDocument,
} from './company.ts';
import {
  goodsInputFromDump,
  moneyInputFromDump,
  type Lookup,
  type PlacedDocument,
} from './documents.ts';
import { keepJournal } from './ownerContext.ts';
import { rememberAll, triedTogether, type DumpImportRun } from './records.ts';
import { makeSentence, type Sentence } from './sentence.ts';

/** Documents per attempt; between batches the log is written and progress reported. */
const BATCH = 200;

interface DocumentImportState {
  readonly run: DumpImportRun;
  readonly context: Context;
  readonly lookup: Lookup & { readonly placed: Map<string, PlacedDocument> };
}

/** All documents in their order, through the product's own writer. */
export async function bringDocuments(run: DumpImportRun, context: Context): Promise<void> {
  const { source, ids, tell, tx } = run;
  const documents = collectSourceDocuments(source);
  const barcodes = source
    .rows('jsh_material_extend')
    .filter((row) => ids.of('jsh_material_extend', readDumpWord(row, 'id')) !== null)
    .map((row) => [readDumpWord(row, 'id'), readDumpWord(row, 'bar_code')] as const);
  const lookup = { ids, barcodes: new Map(barcodes), placed: new Map<string, PlacedDocument>() };
  const bringing = { run, context, lookup };
  let planned = 1;
  for (let done = 0; done < documents.length; done += BATCH) {
    await tell({ stage: 'documents', done, total: documents.length });
    if (done >= planned * 2) {
      // Plans made on nearly empty tables would keep using full scans.
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

/** Source document with our input. */
interface Ready {
  readonly document: SourceDocument;
  readonly own: NewDocumentInput;
}

/** Imports documents in waves: a document's sources, and shared keys, must be posted first. */
async function bringBatch(
  bringing: DocumentImportState,
  documents: readonly SourceDocument[],
): Promise<void> {
  let wave: Ready[] = [];
  let named = new Set<string>();
  const land = async (): Promise<void> => {
    await saveWave(bringing, wave);
    wave = [];
    named = new Set();
  };
  for (const document of documents) {
    if (isKnown(bringing, document)) continue;
    if (requiredDocumentKeys(document).some((name) => named.has(name))) await land();
    const own = newDocument(bringing, document);
    const touched = contendedKeysOf(own.input);
    if (touched.some((name) => named.has(name))) await land();
    wave.push({ document, own });
    for (const name of [...keysOfSourceDocument(document), ...touched]) named.add(name);
  }
  await land();
}

/** Names by which later source documents refer to this document. */
const keysOfSourceDocument = ({ table, row }: SourceDocument): string[] =>
  table === 'jsh_depot_head'
    ? [`number ${readDumpWord(row, 'number')}`, `bill ${readDumpWord(row, 'id')}`]
    : [];

/** Names of earlier documents referred to. */
const requiredDocumentKeys = ({ row, lines }: SourceDocument): string[] => [
  `number ${readDumpWord(row, 'link_number')}`,
  ...lines.map((line) => `bill ${readDumpWord(line, 'bill_id')}`),
];

function isKnown({ run: { ids }, lookup }: DocumentImportState, document: SourceDocument): boolean {
  const { table, row, lines } = document;
  if (ids.of(table, readDumpWord(row, 'id')) === null) return false;
  ids.count(table).known += 1;
  ids.count(lineTable(table)).known += lines.length;
  recordPlacedDocument(lookup, document);
  return true;
}

function newDocument(
  { run: { ids }, context, lookup }: DocumentImportState,
  document: SourceDocument,
) {
  const { table, kind, row } = document;
  const creatorId = ids.of('jsh_user', readDumpKey(row, 'creator')) ?? context.scope.userId;
  const asked =
    documentKinds[kind].subject === 'money'
      ? { money: moneyInputFromDump(document, lookup) }
      : { goods: goodsInputFromDump(document, lookup) };
  const importedFrom = `${table}:${readDumpWord(row, 'id')}`;
  return { input: { kind, ...asked }, origin: { creatorId, importedFrom } };
}

async function saveWave(
  { run, context, lookup }: DocumentImportState,
  wave: readonly Ready[],
): Promise<void> {
  if (wave.length === 0) return;
  const saved = await saveTogether(
    context,
    wave.map(({ own }) => own),
  );
  await rememberAll(
    run,
    wave.map(({ document: { table, row } }, at) => {
      const target = { table: 'document', id: saved[at]?.id ?? '' };
      return { table, id: readDumpWord(row, 'id'), target };
    }),
  );
  for (const { document } of wave) {
    run.ids.count(lineTable(document.table)).imported += document.lines.length;
    recordPlacedDocument(lookup, document);
  }
}

function recordPlacedDocument(
  { placed }: DocumentImportState['lookup'],
  { row, lines }: SourceDocument,
): void {
  placed.set(readDumpWord(row, 'number'), {
    id: readDumpWord(row, 'id'),
    rows: lines,
    lines: new Map(lines.map((line, at) => [readDumpWord(line, 'id'), at + 1])),
  });
}

function refuseDocument(
  { source }: DumpImportRun,
  document: SourceDocument,
  reason: Sentence,
): void {
  const { table, kind, row, lines } = document;
  const number = readDumpWord(row, 'number') || readDumpWord(row, 'bill_no');
  const { name } = documentKinds[kind];
  source.refusals.push({
    table,
    id: readDumpWord(row, 'id'),
    reason: makeSentence(
      `${name['zh-cn']} ${number}：${reason['zh-cn']}`,
      `${name.en} ${number}: ${reason.en}`,
    ),
  });
  for (const line of lines)
    source.refusals.push({
      table: lineTable(table),
      id: readDumpWord(line, 'id'),
      reason: makeSentence('其单据未能导入', 'its document was refused'),
    });
}

const lineTable = (table: SourceDocument['table']): string =>
  table === 'jsh_depot_head' ? 'jsh_depot_item' : 'jsh_account_item';
