import type { GoodsDocumentInput, MoneyDocumentInput } from '@tradehouse/contract';
import {
  checkDate,
  checkOpenPeriod,
  documentKinds,
  expectAllowed,
  inForce,
  kindCodes,
  progressOn,
  settledBy,
  sourceIdsOf,
} from '@tradehouse/domain';
import type { AnyKindCode, Document } from '@tradehouse/domain';
import {
  found,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  refuse,
  together,
} from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { listedPrices } from '../read/listedPrices.ts';
import { readPosted } from '../../posting/index.ts';
import { agreedIn } from '../masked/agreed.ts';
import { atLine } from '../store/atLine.ts';
import { approvedBy } from './approval.ts';
import { bringIn } from './bringIn.ts';
import type { SavedDocument } from './bringIn.ts';
import { withBonusBack, withBonuses } from '../links/bonus.ts';
import { withDeposit } from '../links/deposits.ts';
import type { Beginning, Draft, Origin } from '../draft/draft.ts';
import { goodsDraft } from '../draft/goodsDraft.ts';
import { withKeptDay } from '../draft/keptDay.ts';
import { knownLines } from '../draft/knownLines.ts';
import { checkKeepsFreight } from '../links/freightPaid.ts';
import { checkKeepsInvoiced } from '../links/invoiced.ts';
import { checkNothingStandsOn, checkSources, stateFacts } from '../links/links.ts';
import { amountsHidden } from '../masked/amountsHidden.ts';
import { completeForReader, completeMoney } from '../masked/completeForReader.ts';
import { lockHeads, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { moneyDraft } from '../draft/moneyDraft.ts';
import { references } from '../store/references.ts';
import type { References, Wanted } from '../store/references.ts';
import { checkBills, checkOpeningCovers, checkStillCovers, openingIdOf } from '../links/settle.ts';
import type { Stored } from '../store/stored.ts';
import { refuseSwitchedOff } from './switchedOff.ts';
import { withLife } from './life.ts';
import { headComesLast, insertDocuments, updateDocument } from '../store/write.ts';

/** What a call, the importer or master data asks to be saved. */
export type DocumentInput = (
  | { readonly goods: Omit<GoodsDocumentInput, 'kind'> }
  | { readonly money: Omit<MoneyDocumentInput, 'kind'> }
) & {
  readonly kind: AnyKindCode;
  /** The master record an internal document belongs to. */
  readonly subject?: string;
};

export interface SaveOptions {
  /** The document to change, and the version the change was made on; absent: a new one. */
  readonly change?: { readonly id: string; readonly version: number };
  /** The importer brings the creator and its own mark; absent: the signed-in user. */
  readonly origin?: Partial<Origin>;
  /** The product worked the amounts out itself: they hold, no matter who asked and whatever they may see. */
  readonly workedOut?: true;
}

/** Refuses kinds that have no page, and users who may not open it or lack its button. */
export function kindFor(
  context: Context,
  code: string,
  button?: '1' | '2' | '3' | '7',
): AnyKindCode {
  const kind = kindCodes.find((known) => known === code);
  if (kind === undefined) return refuse('document.kind', { kind: code }, { field: 'kind' });
  if (!mayOpen(context.scope, documentKinds[kind].url ?? '', button)) refuse('access.denied');
  return kind;
}

/**
 * Saves a document, new or changed: loads and locks, lets the domain work everything out, writes it and brings the books
 * along. With status '1' it is approved in the same step. All in the caller's transaction.
 */
export async function saveDocument(
  context: Context,
  input: DocumentInput,
  options: SaveOptions = {},
): Promise<SavedDocument> {
  const { change } = options;
  const [heads, read] = await together([
    lock(context, input, change?.id),
    references(context, { ...wantedBy(input), isNew: change === undefined, changed: change?.id }),
  ]);
  const before =
    change === undefined ? null : await beforeOf(context, heads.get(change.id), change, input.kind);
  const facts = withKeptDay(read, before);
  const alone = await drafted(context, input, options, { before, heads, facts });
  const draft = found((await sharedOut(context, [alone], [before], facts))[0]);
  if (before !== null) return update(context, draft, before, heads, facts);
  const added = withId(draft, facts);
  const write = () => insertDocuments(context, [added], headComesLast);
  const [saved] = await bringIn(context, [{ after: added.stored, before }], facts, write);
  return found(saved);
}

/** What a document is drafted from: itself before the change, the locked heads it names, and everything else. */
interface Ground {
  readonly before: Stored | null;
  readonly heads: ReadonlyMap<string, DocumentRow>;
  readonly facts: References;
}

/** The document that was asked for, worked out and checked, but for the books. */
export async function drafted(
  context: Context,
  input: DocumentInput,
  options: SaveOptions,
  { before, heads, facts }: Ground,
): Promise<Draft> {
  const given = 'goods' in input ? input.goods : input.money;
  const beginning = {
    ...(await beginningOf(context, before)),
    backIn: currencyBack(input, heads),
  };
  const origin = {
    creatorId: context.scope.userId,
    institutionId: context.scope.institutionId,
    importedFrom: null,
    ...options.origin,
  };
  const draft = await draftOf(context, input, facts, beginning, origin, options);
  const { document, head } = draft.stored;
  const whose = { document, head: { ...head, subject: input.subject ?? '' } };
  const checked = withLife(await check(context, whose, before, heads, facts), before);
  const approved = given.status === '1' ? approvedBy(checked, context.scope.userId) : checked;
  return { ...draft, stored: approved };
}

/** Documents with what of them bonuses pay, where members pay for them as they come into force. */
export async function sharedOut(
  context: Context,
  drafts: readonly Draft[],
  before: readonly (Stored | null)[],
  { settings }: Pick<References, 'settings'>,
): Promise<Draft[]> {
  const changes = drafts.map(({ stored }, at) => ({
    before: before[at]?.document ?? null,
    after: stored.document,
  }));
  const documents = await withBonuses(context, changes, settings);
  return drafts.map((draft, at) => ({
    ...draft,
    stored: { ...draft.stored, document: found(documents[at]) },
  }));
}

/** A new document under the id that was taken for it. */
export const withId = (draft: Draft, { newId }: References): Draft => {
  const { document, head } = draft.stored;
  return { ...draft, stored: { document: { ...document, id: newId ?? '' }, head } };
};

const sourcesOf = (lines: GoodsDocumentInput['lines']): string[] =>
  lines.flatMap(({ sourceDocumentId }) => sourceDocumentId ?? []);

/** Locks the document, what its lines come from and settle now, and what the new lines will. */
const lock = async (
  context: Context,
  input: DocumentInput,
  id: string | undefined,
): Promise<Map<string, DocumentRow>> =>
  lockHeads(context, id === undefined ? [] : [id], await othersOf(context, input));

/** The documents that what is asked for comes from or settles. */
export async function othersOf(context: Context, input: DocumentInput): Promise<string[]> {
  if ('goods' in input) return [...new Set(sourcesOf(input.goods.lines))];
  const { lines, partnerId = null } = input.money;
  const settled = lines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []);
  const openings =
    partnerId !== null && settlesOpening(input) ? await openingIdOf(context, partnerId) : [];
  return [...new Set([...settled, ...openings])];
}

/** Does a line settle what its partner owed from the beginning? */
export const settlesOpening = (input: DocumentInput): boolean =>
  'money' in input &&
  settledBy(input.kind) !== null &&
  input.money.lines.some(({ settledDocumentId }) => (settledDocumentId ?? null) === null);

/** Everything outside it that a document depends on. */
export function wantedBy(input: DocumentInput): Omit<Wanted, 'isNew'> {
  const shared = 'goods' in input ? input.goods : input.money;
  const common = {
    time: instantOf(shared.time),
    rateOf: shared.exchangeRate === undefined ? (shared.currency ?? null) : null,
    partnerId: shared.partnerId ?? null,
  };
  const one = shared.accountId ?? null;
  const handler = shared.handlerId ?? null;
  const account = one === null ? [] : [one];
  const people = handler === null ? [] : [handler];
  if ('money' in input) {
    const { lines } = input.money;
    return {
      ...common,
      barcodes: [],
      warehouseIds: [],
      accountIds: [...account, ...lines.flatMap(({ accountId }) => accountId ?? [])],
      personIds: people,
      itemIds: lines.flatMap(({ itemId }) => itemId ?? []),
      billIds: lines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []),
    };
  }
  const { lines, settlements = [], services = [], salespersonIds = [] } = input.goods;
  return {
    ...common,
    barcodes: [...new Set(lines.map(({ barcode }) => barcode))],
    lots: lotsOf(lines),
    serials: serialsOf(lines),
    serviceIds: services.map(({ serviceId }) => serviceId),
    warehouseIds: [
      ...new Set(
        lines.flatMap((line) => [line.warehouseId ?? [], line.targetWarehouseId ?? []].flat()),
      ),
    ],
    accountIds: [...account, ...settlements.map(({ accountId }) => accountId)],
    personIds: [...people, ...salespersonIds],
    itemIds: [],
    supplierIds: lines.flatMap(({ supplierId }) => supplierId ?? []),
  };
}

/**
 * The currency of the sales that all of the goods come back of: what was paid in one is given back in it. Null where they are of
 * several, or some of none.
 */
function currencyBack(
  input: DocumentInput,
  heads: ReadonlyMap<string, DocumentRow>,
): string | null {
  const lines = 'goods' in input ? input.goods.lines : [];
  const currencies = lines.map(({ sourceDocumentId }) => {
    const source = heads.get(sourceDocumentId ?? '');
    const isBack = source !== undefined && progressOn(source.kind, input.kind) === 'returned';
    return isBack ? source.currency : null;
  });
  const [first = null, ...others] = new Set(currencies);
  return others.length === 0 ? first : null;
}

const serialsOf = (lines: GoodsDocumentInput['lines']): string[] => [
  ...new Set(
    lines.flatMap(({ allocations = [] }) =>
      allocations.flatMap(({ serials = [] }) => serials.map((serial) => serial.trim())),
    ),
  ),
];

const lotsOf = (lines: GoodsDocumentInput['lines']): string[] => [
  ...new Set(
    lines.flatMap(({ allocations = [] }) =>
      allocations.flatMap(({ lot = '' }) => (lot.trim() === '' ? [] : [lot.trim()])),
    ),
  ),
];

const FIRST = Date.parse('1900-01-01T00:00:00Z');
const TWO_DAYS = 2 * 86_400_000;

/**
 * A business time as an instant in UTC; null: now. Refuses what no calendar of ours reaches: years that the books and
 * their numbers can't write down would pass every comparison of days.
 */
function instantOf(time: string | undefined): string | null {
  if (time === undefined) return null;
  const at = Date.parse(time);
  const field = { field: 'time' };
  if (Number.isNaN(at) || at < FIRST) refuse('request.field', field, field);
  // The company's own day is looked at later; this is beyond today in every zone.
  if (at > Date.now() + TWO_DAYS) refuse('document.futureDate', { date: time.slice(0, 10) }, field);
  return new Date(at).toISOString();
}

/** The document as it stood, if it is a draft, this user's to change, and not changed by others meanwhile. */
async function beforeOf(
  context: Context,
  head: DocumentRow | undefined,
  { id, version }: { readonly id: string; readonly version: number },
  kind: AnyKindCode,
): Promise<Stored> {
  // An internal document is as visible as the record it belongs to, whose page has let the user in.
  const visible = documentKinds[kind].url === null || (await visibleIds(context, [id])).has(id);
  const row = found(visible ? head : undefined);
  if (row.kind !== kind) refuse('record.missing');
  if (row.version !== version) refuse('record.stale');
  expectAllowed('edit', stateFacts(row));
  checkWarehouses(context, row.warehouse_ids);
  const [stored] = await withLines(context, [row]);
  return found(stored);
}

/** Writing a document takes the right to every warehouse it touches. */
export function checkWarehouses({ scope }: Context, ids: readonly string[]): void {
  if (!ids.every((id) => mayUseWarehouse(scope, id))) refuse('access.denied');
}

async function beginningOf(context: Context, before: Stored | null): Promise<Beginning> {
  if (before === null) return { before, known: new Map(), nextLine: 1 };
  const { id, goodsLines, moneyLines } = before.document;
  const [posted, known] = await together([readPosted(context, [id]), knownLines(context, before)]);
  const used = [...goodsLines, ...moneyLines, ...posted(id).moves].map(({ line }) => line);
  return { before, known, nextLine: Math.max(0, ...used) + 1 };
}

/** Works the document out, once what its writer may not see is filled in. */
async function draftOf(
  context: Context,
  input: DocumentInput,
  facts: References,
  beginning: Beginning,
  origin: Origin,
  { workedOut }: SaveOptions,
): Promise<Draft> {
  const { kind } = input;
  const hidden = amountsHidden(context.scope, documentKinds[kind]);
  if ('money' in input) {
    const asked = { ...input.money, kind };
    const complete = hidden ? completeMoney(asked, beginning.before) : asked;
    return moneyDraft(complete, facts, beginning, origin);
  }
  const asked = { ...input.goods, kind };
  if (!hidden || workedOut === true) return goodsDraft(context, asked, facts, beginning, origin);
  const sourceIds = [...new Set(sourcesOf(asked.lines))];
  const agreed = await agreedIn(context, kind, sourceIds, beginning.before?.document.id);
  const listed = await listedFor(context, asked);
  const complete = completeForReader(asked, facts, beginning, agreed, listed);
  return goodsDraft(context, complete.input, complete.references, beginning, origin);
}

/** What its customer's price list says of the goods of a sale. */
const listedFor = (
  context: Context,
  { kind, partnerId = null, lines }: GoodsDocumentInput & { readonly kind: AnyKindCode },
): ReturnType<typeof listedPrices> =>
  listedPrices(
    context,
    documentKinds[kind].price === 'sale' ? partnerId : null,
    lines.map(({ barcode }) => barcode),
  );

/** Everything about a draft that needs more than the draft: its partner, its day, what it is made from and settles. */
async function check(
  context: Context,
  stored: Stored,
  before: Stored | null,
  heads: ReadonlyMap<string, DocumentRow>,
  facts: References,
): Promise<Stored> {
  const { document } = stored;
  checkPartner(context, document, facts);
  refuseSwitchedOff(stored, before, facts);
  if (document.businessDate > facts.today)
    refuse('document.futureDate', { date: document.businessDate }, { field: 'time' });
  checkDate(document.businessDate, facts.today, 'time');
  checkOpenDays(document, before?.document ?? null, facts.settings.closedUntil);
  await checkSources(context, document, before?.document ?? null, heads, facts);
  const priced = await withDeposit(context, document, heads);
  const given = await withBonusBack(context, priced);
  const rated = await checkBills(context, given, heads, facts.settings);
  return {
    document: rated,
    head: { ...stored.head, sourceNumbers: sourceNumbersOf(document, heads) },
  };
}

/** Refuses to write a document in force on a closed day, or to date any other there. A draft there may change, or leave. */
function checkOpenDays(
  document: Document,
  before: Document | null,
  closedUntil: string | null,
): void {
  const booked = [...(before === null ? [] : [before]), document].filter(inForce);
  const dated = before?.businessDate === document.businessDate ? [] : [document];
  atLine({ field: 'time' }, () => {
    for (const { businessDate } of [...booked, ...dated])
      checkOpenPeriod(businessDate, closedUntil);
  });
}

const sourceNumbersOf = (document: Document, heads: ReadonlyMap<string, DocumentRow>): string =>
  sourceIdsOf(document)
    .map((id) => heads.get(id)?.number ?? '')
    .join(',');

function checkPartner({ scope }: Context, document: Document, { partner }: References): void {
  const { partner: asked } = documentKinds[document.kind];
  if (asked === null) return;
  const at = { field: 'partnerId' };
  if (document.partnerId === null) {
    if (asked.required) refuse('document.partnerMissing', {}, at);
    return;
  }
  if (partner === null) return refuse('document.partnerMissing', {}, at);
  if (partner.type === 'customer' && !mayUseCustomer(scope, partner.id))
    refuse('document.partnerMissing', {}, at);
  if (asked.type !== 'any' && asked.type !== partner.type)
    refuse('document.partnerType', { name: partner.name }, at);
}

/** Writes a changed document, unless others stand on what it was. */
async function update(
  context: Context,
  { stored, extras }: Draft,
  before: Stored,
  heads: ReadonlyMap<string, DocumentRow>,
  facts: References,
): Promise<SavedDocument> {
  await checkNothingStandsOn(context, found(heads.get(before.document.id)), stored.document);
  await checkStillCovers(context, before, stored);
  await checkKeepsInvoiced(context, before, stored);
  await checkKeepsFreight(context, before, stored);
  await checkOpeningCovers(context, stored.document);
  const after = { ...stored, head: { ...stored.head, version: before.head.version + 1 } };
  const write = () => updateDocument(context, stored, extras);
  const [saved] = await bringIn(context, [{ after, before }], facts, write);
  return found(saved);
}
