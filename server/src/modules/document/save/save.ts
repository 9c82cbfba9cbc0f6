import type { GoodsDocumentInput, MoneyDocumentInput } from '@tradehouse/contract';
import {
  decimal,
  checkDate,
  checkOpenPeriod,
  documentKinds,
  expectAllowed,
  isDocumentInForce,
  kindCodes,
  progressOn,
  purseSettledByKind,
  sourceIdsOf,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document, GoodsLine, PaidFreight } from '@tradehouse/domain';
import {
  orRefuseMissing,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  refuseWith,
} from '../../../kernel/access/index.ts';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { listedPrices } from '../read/listedPrices.ts';
import { readPosted } from '../../posting/index.ts';
import { keepUses, recordUses } from '../../promotion/index.ts';
import { agreedIn } from '../masked/agreed.ts';
import { withInputPosition } from '../store/atLine.ts';
import { approvedBy } from './approval.ts';
import { persistAndPost } from './bringIn.ts';
import type { SavedDocument } from './bringIn.ts';
import { withBonusBack, withBonuses } from '../links/bonus.ts';
import { withDeposit } from '../links/deposits.ts';
import type { DraftBeginning, DocumentDraft, DraftOrigin } from '../draft/draft.ts';
import { buildGoodsDraft } from '../draft/goodsDraft.ts';
import { refuseOtherGoods, withKeptGoods, withKeptMoneyDocument } from '../draft/kept.ts';
import { withKeptDay } from '../draft/keptDay.ts';
import { knownLines } from '../draft/knownLines.ts';
import { withKeptPromotions, withPromotions } from '../draft/promoted.ts';
import { checkKeepsFreight } from '../links/freightPaid.ts';
import { checkKeepsInvoiced } from '../links/invoiced.ts';
import { checkNothingStandsOn, checkSources, stateFacts } from '../links/links.ts';
import { amountsHidden, promotionsHidden } from '../masked/amountsHidden.ts';
import { completeForReader, completeMoney } from '../masked/completeForReader.ts';
import { lockHeads, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { moneyDraft } from '../draft/moneyDraft.ts';
import { readReferences, returnedIds } from '../store/references.ts';
import type { References, ReferenceQuery } from '../store/references.ts';
import { checkBills, checkOpeningCovers, checkStillCovers, openingIdOf } from '../links/settle.ts';
import type { StoredDocument } from '../store/stored.ts';
import { refuseSwitchedOff } from './switchedOff.ts';
import { withLife } from './life.ts';
import { headComesLast, insertDocuments, updateDocument } from '../store/write.ts';

export type DocumentInput = (
  | { readonly goods: Omit<GoodsDocumentInput, 'kind'> }
  | { readonly money: Omit<MoneyDocumentInput, 'kind'> & { readonly dueOn?: string } }
) & {
  readonly kind: AnyKindCode;
  /** The master record an internal document belongs to. */
  readonly subject?: string;
};

export interface SaveOptions {
  /** Document to change, and the version read; absent: a new document. */
  readonly change?: { readonly id: string; readonly version: number };
  /** Creator and import mark from the importer; absent: the signed-in user. */
  readonly origin?: Partial<DraftOrigin>;
  /** Amounts computed by the product apply to the last decimal, whatever the user may see. */
  readonly workedOut?: true;
  /** Booked freight paid by a new expenditure. */
  readonly paidFreights?: readonly PaidFreight[];
}

/** Refuses kinds without a page, and users without the page or the button. */
export function kindFor(
  context: Context,
  code: string,
  button?: '1' | '2' | '3' | '7',
): AnyKindCode {
  const kind = kindCodes.find((known) => known === code);
  if (kind === undefined) return refuseWith('document.kind', { kind: code }, { field: 'kind' });
  if (!mayOpen(context.scope, documentKinds[kind].url ?? '', button)) refuseWith('access.denied');
  return kind;
}

/**
 * Saves a document: loads and locks, computes through the domain, writes, posts. Status '1' also approves.
 * Runs in the caller's transaction.
 */
export async function saveDocument(
  context: Context,
  input: DocumentInput,
  options: SaveOptions = {},
): Promise<SavedDocument> {
  const { change } = options;
  const begun = change === undefined ? null : await beginChange(context, input, change);
  const { before, whole } = begun ?? { before: null, whole: input };
  const [heads, read] = await runTogether([
    begun === null ? lockForSave(context, input, undefined) : Promise.resolve(begun.heads),
    readReferences(context, {
      ...wantedBy(whole),
      isNew: change === undefined,
      changed: change?.id,
    }),
  ]);
  if (before !== null && 'goods' in input)
    refuseOtherGoods(input.goods, before, read, seesAmountsOf(context, input));
  const facts = withExactAmounts(withKeptDay(read, before), whole, options);
  const alone = await draftAndCheckDocument(context, whole, options, { before, heads, facts });
  const draft = orRefuseMissing((await applyMemberBonuses(context, [alone], [before], facts))[0]);
  if (before !== null) return saveChangedDocument(context, draft, before, heads, facts);
  const added = withPaidFreights(withId(draft, facts), options);
  const write = () => insertDocuments(context, [added], headComesLast);
  const [saved] = await persistAndPost(context, [{ after: added.stored, before }], facts, write);
  return orRefuseMissing(saved);
}

/** Keeps all decimals of money computed by the product. */
function withExactAmounts(
  facts: References,
  input: DocumentInput,
  { workedOut }: SaveOptions,
): References {
  if (workedOut !== true || !('money' in input)) return facts;
  const { currency = facts.settings.currency, lines } = input.money;
  const digits = lines.map(({ amount }) => decimal(amount).decimalPlaces());
  return { ...facts, keptDigits: new Map([...facts.keptDigits, [currency, Math.max(...digits)]]) };
}

const seesAmountsOf = ({ scope }: Context, { kind }: DocumentInput): boolean =>
  !amountsHidden(scope, documentKinds[kind]);

/** Locks and loads the document of a change, and completes the input by the fields that stay. */
async function beginChange(
  context: Context,
  input: DocumentInput,
  change: NonNullable<SaveOptions['change']>,
) {
  const heads = await lockForSave(context, input, change.id);
  const before = await loadDocumentForChange(context, heads.get(change.id), change, input.kind);
  const seen = seesAmountsOf(context, input);
  const whole: DocumentInput =
    'goods' in input
      ? { ...input, goods: withKeptGoods(input.goods, before, seen) }
      : { ...input, money: withKeptMoneyDocument(input.money, before, seen) };
  return { heads, before, whole };
}

/** Draft inputs: document before, locked heads, references. */
interface DraftGround {
  readonly before: StoredDocument | null;
  readonly heads: ReadonlyMap<string, DocumentRow>;
  readonly facts: References;
}

/** Returns the requested document, computed and checked, except for posting. */
export async function draftAndCheckDocument(
  context: Context,
  input: DocumentInput,
  options: SaveOptions,
  { before, heads, facts }: DraftGround,
): Promise<DocumentDraft> {
  const given = 'goods' in input ? input.goods : input.money;
  const beginning = {
    ...(await readBeginning(context, before)),
    backIn: currencyBack(input, heads),
  };
  const origin = {
    creatorId: context.scope.userId,
    institutionId: context.scope.institutionId,
    importedFrom: before?.head.importedFrom ?? null,
    ...options.origin,
  };
  const { document: own } = before ?? {};
  const promoted = await promoteInput(context, input, facts, before, options);
  const draft = await buildDraft(context, promoted.input, facts, beginning, origin, options);
  const { document, head } = draft.stored;
  if (promoted.uses === null && own !== undefined && own.goodsLines.some(hasPromotions))
    await keepUses(context, { ...document, id: own.id });
  if (promoted.uses !== null && (promoted.uses.size > 0 || own?.goodsLines.some(hasPromotions)))
    await recordUses(
      context,
      { documentId: own?.id ?? facts.newId ?? '', partnerId: document.partnerId },
      promoted.uses,
    );
  const whose = { document, head: { ...head, subject: input.subject ?? '' } };
  const checked = withLife(await checkDraft(context, whose, before, heads, facts), before);
  const approved = given.status === '1' ? approvedBy(checked, context.scope.userId) : checked;
  return { ...draft, stored: approved };
}

const hasPromotions = ({ promotions = '' }: GoodsLine): boolean => promotions !== '';

/** Applies promotions to goods. Users without access to amounts of sales change no promotions. */
async function promoteInput(
  context: Context,
  input: DocumentInput,
  facts: References,
  before: StoredDocument | null,
  { workedOut }: SaveOptions,
): Promise<{
  readonly input: DocumentInput;
  readonly uses: ReadonlyMap<string, Decimal> | null;
}> {
  if (!('goods' in input)) return { input, uses: null };
  const { kind } = input;
  const goods = { ...input.goods, kind };
  if (workedOut !== true && promotionsHidden(context.scope, documentKinds[kind]))
    return { input: { ...input, goods: withKeptPromotions(goods, before) }, uses: null };
  const promoted = await withPromotions(context, goods, facts, before);
  return { input: { ...input, goods: promoted.input }, uses: promoted.uses };
}

/** Adds members' bonuses to documents entering into force. */
export async function applyMemberBonuses(
  context: Context,
  drafts: readonly DocumentDraft[],
  before: readonly (StoredDocument | null)[],
  { settings }: Pick<References, 'settings'>,
): Promise<DocumentDraft[]> {
  const changes = drafts.map(({ stored }, at) => ({
    before: before[at]?.document ?? null,
    after: stored.document,
  }));
  const documents = await withBonuses(context, changes, settings);
  return drafts.map((draft, at) => ({
    ...draft,
    stored: { ...draft.stored, document: orRefuseMissing(documents[at]) },
  }));
}

/** Assigns the reserved id to a new document. */
export const withId = (draft: DocumentDraft, { newId }: References): DocumentDraft => {
  const { document, head } = draft.stored;
  return { ...draft, stored: { document: { ...document, id: newId ?? '' }, head } };
};

const withPaidFreights = (
  { stored, extras }: DocumentDraft,
  { paidFreights = [] }: SaveOptions,
): DocumentDraft => ({
  stored:
    paidFreights.length === 0
      ? stored
      : { ...stored, document: { ...stored.document, paidFreights } },
  extras,
});

const sourceIdsOfLines = (lines: GoodsDocumentInput['lines']): string[] =>
  lines.flatMap(({ sourceDocumentId }) => sourceDocumentId ?? []);

/** Locks the document, the current sources and settled documents, and the new ones. */
const lockForSave = async (
  context: Context,
  input: DocumentInput,
  id: string | undefined,
): Promise<Map<string, DocumentRow>> =>
  lockHeads(
    context,
    id === undefined ? [] : [id],
    await readRelatedDocumentIds(context, input, id),
  );

/** Returns the ids of source and settled documents in the input, or beside the input of a change. */
export async function readRelatedDocumentIds(
  context: Context,
  input: DocumentInput,
  changed?: string,
): Promise<string[]> {
  if ('goods' in input) return [...new Set(sourceIdsOfLines(input.goods.lines))];
  const { lines, partnerId } = input.money;
  const settled = lines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []);
  const openings = settlesOpening(input) ? await openingIdOf(context, partnerId, changed) : [];
  return [...new Set([...settled, ...openings])];
}

/** Returns true if a line settles the partner's opening debt. */
export const settlesOpening = (input: DocumentInput): boolean =>
  'money' in input &&
  purseSettledByKind(input.kind) !== null &&
  input.money.lines.some(({ settledDocumentId }) => (settledDocumentId ?? null) === null);

/** Returns the references that a document needs. */
export function wantedBy(input: DocumentInput): Omit<ReferenceQuery, 'isNew'> {
  const shared = 'goods' in input ? input.goods : input.money;
  const common = {
    time: toBusinessInstant(shared.time),
    rateOf: shared.exchangeRate === undefined ? (shared.currency ?? null) : null,
    partnerId: shared.partnerId ?? null,
  };
  const one = shared.accountId ?? null;
  const handler = shared.handlerId ?? null;
  const account = one === null ? [] : [one];
  const people = handler === null ? [] : [handler];
  if ('money' in input) {
    const { lines } = input.money;
    const beside = purseSettledByKind(input.kind);
    const isBeside = settlesOpening(input) && beside !== null && beside !== 'deposit';
    return {
      ...common,
      barcodes: [],
      warehouseIds: [],
      accountIds: [...account, ...lines.flatMap(({ accountId }) => accountId ?? [])],
      personIds: people,
      itemIds: lines.flatMap(({ itemId }) => itemId ?? []),
      namedIds: lines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []),
      ...(isBeside ? { beside } : {}),
    };
  }
  const { lines, settlements = [], services = [], salespersonIds = [] } = input.goods;
  return {
    ...common,
    barcodes: [...new Set(lines.map(({ barcode }) => barcode))],
    lots: lotsOfInputLines(lines),
    serials: serialsOfInputLines(lines),
    serviceIds: services.map(({ serviceId }) => serviceId),
    warehouseIds: [
      ...new Set(
        lines.flatMap((line) => [line.warehouseId ?? [], line.targetWarehouseId ?? []].flat()),
      ),
    ],
    accountIds: [...account, ...settlements.map(({ accountId }) => accountId)],
    personIds: [...people, ...salespersonIds],
    itemIds: [],
    namedIds: returnedIds(input.kind, sourceIdsOfLines(lines)),
    supplierIds: lines.flatMap(({ supplierId }) => supplierId ?? []),
  };
}

/**
 * Returns the sales' currency if all goods are returned, because refunds use the payment's currency. Null
 * for several currencies, or goods without a sale.
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

const serialsOfInputLines = (lines: GoodsDocumentInput['lines']): string[] => [
  ...new Set(
    lines.flatMap(({ allocations = [] }) =>
      allocations.flatMap(({ serials = [] }) => serials.map((serial) => serial.trim())),
    ),
  ),
];

const lotsOfInputLines = (lines: GoodsDocumentInput['lines']): string[] => [
  ...new Set(
    lines.flatMap(({ allocations = [] }) =>
      allocations.flatMap(({ lot = '' }) => (lot.trim() === '' ? [] : [lot.trim()])),
    ),
  ),
];

const FIRST = Date.parse('1900-01-01T00:00:00Z');
const TWO_DAYS = 2 * 86_400_000;

/**
 * Converts a business time to UTC; null: now. Refuses times outside the calendar, because unwritable years
 * would break comparisons of days.
 */
function toBusinessInstant(time: string | undefined): string | null {
  if (time === undefined) return null;
  const at = Date.parse(time);
  const field = { field: 'time' };
  if (Number.isNaN(at) || at < FIRST) refuseWith('request.field', field, field);
  // The company's own day is looked at later; this is beyond today in every zone.
  if (at > Date.now() + TWO_DAYS)
    refuseWith('document.futureDate', { date: time.slice(0, 10) }, field);
  return new Date(at).toISOString();
}

/** Reads the stored document: a draft, editable by this user, unchanged since. */
async function loadDocumentForChange(
  context: Context,
  head: DocumentRow | undefined,
  { id, version }: { readonly id: string; readonly version: number },
  kind: AnyKindCode,
): Promise<StoredDocument> {
  // Internal documents are visible with their record, whose page admitted the user.
  const visible = documentKinds[kind].url === null || (await visibleIds(context, [id])).has(id);
  const row = orRefuseMissing(visible ? head : undefined);
  if (row.kind !== kind) refuseWith('record.missing');
  if (row.version !== version) refuseWith('record.stale');
  expectAllowed('edit', stateFacts(row));
  checkWarehouses(context, row.warehouse_ids);
  const [stored] = await withLines(context, [row]);
  return orRefuseMissing(stored);
}

/** Requires the right to every warehouse of the document. */
export function checkWarehouses({ scope }: Context, ids: readonly string[]): void {
  if (!ids.every((id) => mayUseWarehouse(scope, id))) refuseWith('access.denied');
}

async function readBeginning(
  context: Context,
  before: StoredDocument | null,
): Promise<DraftBeginning> {
  if (before === null) return { before, known: new Map(), nextLine: 1 };
  const { id, goodsLines, moneyLines } = before.document;
  const [posted, known] = await runTogether([
    readPosted(context, [id]),
    knownLines(context, before),
  ]);
  const used = [...goodsLines, ...moneyLines, ...posted(id).moves].map(({ line }) => line);
  return { before, known, nextLine: Math.max(0, ...used) + 1 };
}

async function buildDraft(
  context: Context,
  input: DocumentInput,
  facts: References,
  beginning: DraftBeginning,
  origin: DraftOrigin,
  { workedOut }: SaveOptions,
): Promise<DocumentDraft> {
  const { kind } = input;
  const hidden = amountsHidden(context.scope, documentKinds[kind]);
  if ('money' in input) {
    const asked = { ...input.money, kind };
    const complete = hidden ? completeMoney(asked, beginning.before) : asked;
    return moneyDraft(complete, facts, beginning, origin);
  }
  const asked = { ...input.goods, kind };
  if (!hidden || workedOut === true)
    return buildGoodsDraft(context, asked, facts, beginning, origin);
  const { document: saved } = beginning.before ?? {};
  const savedIds = (saved?.goodsLines ?? []).flatMap(({ source }) => source?.documentId ?? []);
  const sourceIds = [...new Set([...sourceIdsOfLines(asked.lines), ...savedIds])];
  const agreed = await agreedIn(context, kind, sourceIds, saved?.id);
  const listed = await listedFor(context, asked, facts);
  const complete = completeForReader(asked, facts, beginning, agreed, listed);
  return buildGoodsDraft(context, complete.input, complete.references, beginning, origin);
}

/** Reads the customer's list prices of a sale's goods on the day of the document. */
const listedFor = (
  context: Context,
  { kind, partnerId = null, lines }: GoodsDocumentInput & { readonly kind: AnyKindCode },
  { businessTime }: References,
): ReturnType<typeof listedPrices> =>
  listedPrices(
    context,
    documentKinds[kind].price === 'sale' ? partnerId : null,
    lines.map(({ barcode }) => barcode),
    businessTime,
  );

/** Checks a draft against further data: partner, day, sources and settlements. */
async function checkDraft(
  context: Context,
  stored: StoredDocument,
  before: StoredDocument | null,
  heads: ReadonlyMap<string, DocumentRow>,
  facts: References,
): Promise<StoredDocument> {
  const { document } = stored;
  checkDocumentPartner(context, document, facts);
  refuseSwitchedOff(stored, before, facts);
  if (document.businessDate > facts.today)
    refuseWith('document.futureDate', { date: document.businessDate }, { field: 'time' });
  checkDate(document.businessDate, facts.today, 'time');
  checkOpenDays(document, before?.document ?? null, facts.settings.closedUntil);
  await checkSources(context, stored, before?.document ?? null, heads, facts);
  const priced = await withDeposit(context, document, heads);
  const given = await withBonusBack(context, priced);
  const rated = await checkBills(context, given, heads, facts.settings);
  return {
    document: rated,
    head: { ...stored.head, sourceNumbers: sourceNumbersOfDocument(document, heads) },
  };
}

/**
 * Refuses writing a document in force on a closed day, or dating another there. Drafts on closed days may
 * change, or leave.
 */
function checkOpenDays(
  document: Document,
  before: Document | null,
  closedUntil: string | null,
): void {
  const booked = [...(before === null ? [] : [before]), document].filter(isDocumentInForce);
  const dated = before?.businessDate === document.businessDate ? [] : [document];
  withInputPosition({ field: 'time' }, () => {
    for (const { businessDate } of [...booked, ...dated])
      checkOpenPeriod(businessDate, closedUntil);
  });
}

const sourceNumbersOfDocument = (
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
): string =>
  sourceIdsOf(document)
    .map((id) => heads.get(id)?.number ?? '')
    .join(',');

function checkDocumentPartner(
  { scope }: Context,
  document: Document,
  { partner }: References,
): void {
  const { partner: asked } = documentKinds[document.kind];
  if (asked === null) return;
  const at = { field: 'partnerId' };
  if (document.partnerId === null) {
    if (asked.required) refuseWith('document.partnerMissing', {}, at);
    return;
  }
  if (partner === null) return refuseWith('document.partnerMissing', {}, at);
  if (partner.type === 'customer' && !mayUseCustomer(scope, partner.id))
    refuseWith('document.partnerMissing', {}, at);
  if (asked.type !== 'any' && asked.type !== partner.type)
    refuseWith('document.partnerType', { name: partner.name }, at);
}

/** Writes a changed document, unless dependents rely on the former state. */
async function saveChangedDocument(
  context: Context,
  { stored, extras }: DocumentDraft,
  before: StoredDocument,
  heads: ReadonlyMap<string, DocumentRow>,
  facts: References,
): Promise<SavedDocument> {
  await checkNothingStandsOn(
    context,
    orRefuseMissing(heads.get(before.document.id)),
    stored.document,
  );
  await checkStillCovers(context, before, stored);
  await checkKeepsInvoiced(context, before, stored);
  await checkKeepsFreight(context, before, stored);
  await checkOpeningCovers(context, stored.document);
  const after = { ...stored, head: { ...stored.head, version: before.head.version + 1 } };
  const write = () => updateDocument(context, stored, extras);
  const [saved] = await persistAndPost(context, [{ after, before }], facts, write);
  return orRefuseMissing(saved);
}
