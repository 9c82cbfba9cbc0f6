import { ZERO, billOf, documentKinds, numberPeriod } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import { newIds } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { postDocuments, readPosted } from '../../posting/index.ts';
import { dayChanges, dayRows } from '../store/days.ts';
import type { DraftBeginning, DocumentDraft } from '../draft/draft.ts';
import { buildGoodsDraft } from '../draft/goodsDraft.ts';
import { withKeptDay } from '../draft/keptDay.ts';
import { documentInput, isEmptyOpening } from './internal.ts';
import type { InternalInput, StoredInternalDocument } from './internal.ts';
import { lockHeads, withLines } from '../store/load.ts';
import { moneyDraft } from '../draft/moneyDraft.ts';
import { readReferences } from '../store/references.ts';
import type { References } from '../store/references.ts';
import { checkNothingStandsOn } from '../links/links.ts';
import { checkOpeningCovers, checkStillCovers } from '../links/settle.ts';
import { releaseNumbers } from '../store/numbers.ts';
import type { StoredDocument } from '../store/stored.ts';
import { insertDocuments, updateDocument } from '../store/write.ts';

interface InternalDocumentChange {
  readonly before: StoredDocument | null;
  readonly draft: DocumentDraft;
}

/**
 * Saves many internal documents with one posting, each like `saveInternalDocument`. All share a kind, and
 * no subject repeats. The importer named by `importedFrom` writes their log.
 */
export async function saveInternalDocuments(
  context: Context,
  inputs: readonly InternalInput[],
  importedFrom: string,
): Promise<void> {
  const [first] = inputs;
  if (first === undefined) return;
  const before = await loadStoredInternals(context, inputs);
  const wanted = inputs.filter((input) => before.has(input.subject) || !isEmptyOpening(input));
  if (wanted.length === 0) return;
  const facts = await readOpeningReferences(context, wanted, before);
  const ids = await newIds(
    context,
    'document',
    wanted.filter(({ subject }) => !before.has(subject)).length,
  );
  const posted = await readPosted(
    context,
    [...before.values()].map(({ document }) => document.id),
  );
  const changes = wanted.map((input) => {
    const kept = before.get(input.subject) ?? null;
    const id = kept?.document.id ?? orRefuseMissing(ids.pop());
    const origin = `${importedFrom}:${id}`;
    const lines = kept === null ? [] : posted(id).moves.map(({ line }) => line);
    const beginning = internalBeginningOf(kept, lines);
    const own = withKeptDay(orRefuseMissing(facts.get(openingTimeOf(input, kept))), kept);
    return toInternalChange(context, input, beginning, own, {
      id,
      origin,
    });
  });
  await persistInternalBatch(context, changes, [...facts.values()][0]);
}

/** Internal documents stay until their record's opening is deleted. */
async function loadStoredInternals(
  context: Context,
  inputs: readonly InternalInput[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${context.tenantId} and d.kind = ${inputs[0]?.kind ?? ''} and d.subject <> ''
      and d.subject = any(${inputs.map(({ subject }) => subject)}::text[]) and d.deleted_at is null`.execute(
    context.tx,
  );
  const heads = await lockHeads(
    context,
    rows.map(({ id }) => id),
    [],
  );
  const stored = await withLines(context, [...heads.values()]);
  return new Map(stored.map((one) => [one.head.subject, one]));
}

const openingTimeOf = (input: InternalInput, kept: StoredDocument | null): string =>
  kept?.head.businessTime ?? input.time ?? '';

/** Reads facts by business time: equal for all openings, except for closings in between. */
async function readOpeningReferences(
  context: Context,
  inputs: readonly InternalInput[],
  before: ReadonlyMap<string, StoredDocument>,
): Promise<ReadonlyMap<string, References>> {
  const byTime = Map.groupBy(inputs, (input) =>
    openingTimeOf(input, before.get(input.subject) ?? null),
  );
  const facts = new Map<string, References>();
  for (const [time, group] of byTime) {
    const goods = group.flatMap((input) => ('lines' in input ? input.lines : []));
    const accounts = group.flatMap((input) =>
      'accountId' in input ? (input.accountId ?? []) : [],
    );
    const read = await readReferences(context, {
      isNew: false,
      time: time === '' ? null : new Date(time).toISOString(),
      partnerId: null,
      lots: [...new Set(goods.flatMap(({ lot = '' }) => (lot === '' ? [] : lot)))],
      serials: [...new Set(goods.flatMap(({ serials = [] }) => serials))],
      barcodes: [...new Set(goods.map(({ barcode }) => barcode))],
      warehouseIds: [...new Set(goods.map(({ warehouseId }) => warehouseId))],
      accountIds: accounts,
      personIds: [],
      itemIds: [],
    });
    // Openings also apply to disabled records.
    const barcodes = [...read.barcodes].map(
      ([code, barcode]) => [code, { ...barcode, enabled: true }] as const,
    );
    facts.set(time, { ...read, barcodes: new Map(barcodes) });
  }
  return facts;
}

function toInternalChange(
  context: Context,
  input: InternalInput,
  beginning: DraftBeginning,
  facts: References,
  { id, origin }: { readonly id: string; readonly origin: string },
): InternalDocumentChange {
  const { before } = beginning;
  if (before !== null && isEmptyOpening(input)) {
    const document = { ...before.document, deleted: true };
    return { before, draft: { stored: { document, head: before.head }, extras: new Map() } };
  }
  const kept = before === null ? null : keptFacts(before);
  const asked = documentInput(input, kept);
  const whose = {
    creatorId: context.scope.userId,
    institutionId: context.scope.institutionId,
    importedFrom: origin,
  };
  const draft =
    'goods' in asked
      ? buildGoodsDraft(context, { ...asked.goods, kind: asked.kind }, facts, beginning, whose)
      : moneyDraft({ ...asked.money, kind: asked.kind }, facts, beginning, whose);
  const { document, head } = draft.stored;
  const version = before === null ? head.version : before.head.version + 1;
  const stored = {
    document: { ...document, id },
    head: { ...head, version, subject: input.subject },
  };
  return { before, draft: { ...draft, stored } };
}

const keptFacts = ({ document, head }: StoredDocument): StoredInternalDocument => ({
  id: document.id,
  version: head.version,
  time: head.businessTime,
  lines: [...document.goodsLines, ...document.moneyLines]
    .map(({ line }) => line)
    .toSorted((a, b) => a - b),
});

/** Numbers are never reused: the next is above the highest current or posted one. */
function internalBeginningOf(
  before: StoredDocument | null,
  posted: readonly number[],
): DraftBeginning {
  if (before === null) return { before, known: new Map(), nextLine: 1 };
  const { goodsLines, moneyLines } = before.document;
  const known = goodsLines.map(
    (goods) =>
      [
        goods.line,
        {
          goods,
          price: goods.unitPrice,
          priced: { quantity: ZERO, taxRate: ZERO, pricedBy: 'unitPrice', given: goods.unitPrice },
        },
      ] as const,
  );
  const used = [...[...goodsLines, ...moneyLines].map(({ line }) => line), ...posted];
  return {
    before,
    known: new Map(known),
    nextLine: Math.max(0, ...used) + 1,
  };
}

/** Writes the documents and everything derived: a single posting, numbers last. */
async function persistInternalBatch(
  context: Context,
  changes: readonly InternalDocumentChange[],
  facts: References | undefined,
): Promise<void> {
  const { settings } = orRefuseMissing(facts);
  const added = changes.filter(({ before }) => before === null).map(({ draft }) => draft);
  const kept = changes.filter(({ before }) => before !== null);
  const { deleted = [], changed = [] } = Object.groupBy(kept, ({ draft }) =>
    draft.stored.document.deleted ? 'deleted' : 'changed',
  );
  for (const { before, draft } of changes) {
    const { document } = draft.stored;
    if (before === null) continue;
    await checkOpeningCovers(context, document);
    if (billOf(document.kind) === null) continue;
    await checkNothingStandsOn(context, before.document, document);
    await checkStillCovers(context, before, draft.stored);
  }
  const postings = changes.map(({ before, draft: { stored } }) => ({
    document: stored.document,
    before: before?.document ?? null,
    creatorId: stored.head.creatorId,
    institutionId: stored.head.institutionId,
  }));
  await postDocuments(context, postings, settings, {
    first: async () => {
      await insertDocuments(context, added);
      for (const { draft } of changed) await updateDocument(context, draft.stored, draft.extras);
      await deleteAll(
        context,
        deleted.map(({ draft }) => draft.stored.document.id),
      );
    },
    days: () => dayRows(changes.flatMap(({ before, draft }) => dayChanges(before, draft.stored))),
    last: () =>
      numberAll(
        context,
        added.filter(({ stored }) => stored.document.number === null),
      ),
  });
}

/** Marks documents deleted, with a single statement. */
async function deleteAll(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, tenantId } = context;
  if (ids.length === 0) return;
  await sql`
    update document set deleted_at = now(), in_force = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  await releaseNumbers(context, ids);
}

/** Numbers new documents of a kind, moving the counter once per month. */
async function numberAll(
  { tx, tenantId }: Context,
  drafts: readonly DocumentDraft[],
): Promise<void> {
  const months = Map.groupBy(drafts, ({ stored }) => numberPeriod(stored.document.businessDate));
  for (const [period, group] of months) {
    const { kind } = orRefuseMissing(group[0]).stored.document;
    const ids = group.map(({ stored }) => stored.document.id);
    const prefix = documentKinds[kind].prefix + period;
    await sql`
      insert into document_number (tenant_id, kind, period, value) values (${tenantId}, ${kind}, ${period}, ${ids.length})
      on conflict (tenant_id, kind, period) do update set value = document_number.value + excluded.value`.execute(
      tx,
    );
    await sql`
      update document d set number = ${prefix} || lpad(counted.value::text, greatest(7, length(counted.value::text)), '0')
      from (
        select given.id, n.value - ${ids.length} + given.place as value
        from unnest(${ids}::bigint[]) with ordinality as given(id, place), document_number n
        where n.tenant_id = ${tenantId} and n.kind = ${kind} and n.period = ${period}) as counted
      where d.tenant_id = ${tenantId} and d.id = counted.id`.execute(tx);
  }
}
