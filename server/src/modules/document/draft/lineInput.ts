import { plainLine } from '@tradehouse/contract';
import type { GoodsLineInput } from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  ZERO,
  checkUnitPart,
  decimal,
  documentKinds,
  entriesOf,
  rounded,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  GoodsLine,
  DocumentKind,
  LineInput,
  LineRole,
} from '@tradehouse/domain';
import { mayUseWarehouse, refuseWith } from '../../../kernel/access/index.ts';
import type { Scope } from '../../../kernel/access/index.ts';
import { toAllocations } from './allocations.ts';
import { kitPartsOfLine } from './kitParts.ts';
import { isSameImportedLine } from './importedLine.ts';
import type { PromotedLineInput } from './promoted.ts';
import type { BarcodeFacts, References } from '../store/references.ts';

/** Parsed line: goods, position, and the entered money. */
export interface ReadLine {
  readonly line: Omit<GoodsLine, 'unitPrice' | 'amount' | 'tax' | 'total'>;
  readonly facts: BarcodeFacts;
  readonly priced: LineInput;
}

/** Money before the change, for users who may not see or write prices. */
export type KnownLines = ReadonlyMap<
  number,
  {
    readonly goods: GoodsLine;
    readonly priced: LineInput;
    /** Price per line unit, in the present tax mode. */
    readonly price: Decimal;
  }
>;

export interface GoodsLineWorld {
  readonly kind: AnyKindCode;
  readonly references: References;
  readonly scope: Scope;
  readonly known: KnownLines;
  /** History as the importer reads it, or a draft of it; null for a document of this product. */
  readonly imported: 'now' | 'before' | null;
}

/** Parses a goods line. `position` counts from 1 and locates refusals; `line` is the line's stable number. */
export function readGoodsLine(
  input: PromotedLineInput,
  position: number,
  line: number,
  world: GoodsLineWorld,
): ReadLine {
  const { kind: code, references } = world;
  const kind = documentKinds[code];
  const facts = requireBarcodeFacts(input, position, world);
  const quantity = toLineQuantity(input, position, kind);
  const baseQuantity = baseOf(quantity, facts, position);
  // Goods in transit arrive in the quantities that exist, also where no code counts them in the base unit.
  const role = toLineRole(input, position, kind);
  const source = toLineSource(input, position);
  const isExempt =
    kind.goods.item?.from === 'transit' ||
    keepsImportedQuantity({ line, skuId: facts.skuId, source, unit: facts.unit, quantity }, world);
  if (!isExempt) checkUnitPart(quantity, facts, { field: 'quantity', line: position });
  const priced = pricedLine(input, position, kind);
  const read = {
    line,
    role,
    skuId: facts.skuId,
    barcodeId: facts.barcodeId,
    barcode: facts.barcode,
    unit: facts.unit,
    ratio: facts.ratio,
    quantity,
    baseQuantity,
    taxRate: priced.taxRate,
    warehouseId: kind.warehouse ? warehouseOf(input.warehouseId ?? null, position, world) : null,
    targetWarehouseId: kind.targetWarehouse ? targetOf(input, position, world) : null,
    weight: rounded(facts.weight.times(baseQuantity), KEPT_DIGITS),
    allocations: toAllocations(input, baseQuantity, position, {
      facts,
      references,
      moves: movesGoods(kind),
      // The day of an opening says nothing about the age of its lots.
      receives: kind.goods[role]?.to === 'warehouse' && code !== 'openingStock',
    }),
    source,
    ...kitPartsOfLine({ line, source, facts, baseQuantity, position }, world),
    ...toSuggestedSupplier(input, position, kind, references),
    ...toPromotions(input),
    notes: plainLine.givenOf(code, input),
  };
  return { line: read, facts, priced };
}

/** History is brought in as it happened, and a draft of it keeps the quantities of unchanged lines. */
function keepsImportedQuantity(
  line: Pick<GoodsLine, 'line' | 'skuId' | 'source' | 'unit' | 'quantity'>,
  { imported, known }: GoodsLineWorld,
): boolean {
  if (imported === null) return false;
  const before = known.get(line.line)?.goods;
  return (
    imported === 'now' ||
    (before !== undefined &&
      isSameImportedLine(before, line) &&
      before.unit === line.unit &&
      before.quantity.equals(line.quantity))
  );
}

/** Returns true if documents of the kind move goods; only then lots and serials matter. */
export const movesGoods = ({ goods }: DocumentKind): boolean => Object.keys(goods).length > 0;

function requireBarcodeFacts(
  { barcode }: GoodsLineInput,
  position: number,
  { references, known }: GoodsLineWorld,
): BarcodeFacts {
  const facts = references.barcodes.get(barcode);
  const wasThere = [...known.values()].some(({ goods }) => goods.barcode === facts?.barcode);
  if (facts === undefined || (!facts.enabled && !wasThere)) {
    return refuseWith('document.unknownBarcode', { barcode }, { field: 'barcode', line: position });
  }
  return facts;
}

/** Parses a quantity above zero; a recount's losses are negative, and a count may be zero. */
function toLineQuantity(
  { quantity: text, barcode }: GoodsLineInput,
  position: number,
  kind: DocumentKind,
): Decimal {
  const quantity = decimal(text);
  const signed = Object.values(kind.goods).some((flow) => flow.signed === true);
  const counted = kind.warehouse && !movesGoods(kind);
  const fits = signed ? !quantity.isZero() : counted ? quantity.gte(0) : quantity.gt(0);
  return fits
    ? quantity
    : refuseWith('document.quantity', { barcode }, { field: 'quantity', line: position });
}

/**
 * Converts to base units exactly, or refuses (S6): a box of one and a half pieces is not sold by the
 * millionth.
 */
function baseOf(quantity: Decimal, { ratio, barcode }: BarcodeFacts, position: number): Decimal {
  const base = quantity.times(ratio);
  return base.decimalPlaces() <= KEPT_DIGITS
    ? base
    : refuseWith('document.quantity', { barcode }, { field: 'quantity', line: position });
}

function toLineRole({ role }: GoodsLineInput, position: number, kind: DocumentKind): LineRole {
  const roles = Object.keys(kind.goods);
  const chosen = role ?? 'item';
  if (roles.length > 0 && !roles.includes(chosen)) {
    return refuseWith('document.assembly', {}, { field: 'role', line: position });
  }
  return chosen;
}

function taxRateOf({ taxRate }: GoodsLineInput, position: number, kind: DocumentKind): Decimal {
  const rate = kind.amounts.includes('tax') ? decimal(taxRate ?? '0') : ZERO;
  return rate.lte(100)
    ? rate
    : refuseWith('document.taxRate', { line: position }, { field: 'taxRate', line: position });
}

function warehouseOf(
  id: string | null,
  position: number,
  { references, scope }: GoodsLineWorld,
): string {
  if (id === null || !references.warehouseIds.has(id) || !mayUseWarehouse(scope, id)) {
    return refuseWith(
      'document.warehouseMissing',
      { line: position },
      { field: 'warehouseId', line: position },
    );
  }
  return id;
}

function targetOf(
  { warehouseId, targetWarehouseId }: GoodsLineInput,
  position: number,
  world: GoodsLineWorld,
): string {
  const at = { field: 'targetWarehouseId', line: position };
  const id = targetWarehouseId ?? null;
  if (id === null || !world.references.warehouseIds.has(id) || !mayUseWarehouse(world.scope, id)) {
    return refuseWith('document.targetWarehouseMissing', { line: position }, at);
  }
  return id === warehouseId ? refuseWith('document.sameWarehouse', { line: position }, at) : id;
}

/** Requires both source fields or neither, because half a source identifies nothing. */
function toLineSource(
  { sourceDocumentId, sourceLine }: GoodsLineInput,
  position: number,
): GoodsLine['source'] {
  const documentId = sourceDocumentId ?? null;
  const line = sourceLine ?? null;
  if (documentId !== null && line !== null) return { documentId, line };
  if (documentId === null && line === null) return null;
  return refuseWith(
    'request.field',
    { field: 'sourceLine' },
    { field: 'sourceLine', line: position },
  );
}

/** Reads the suggested supplier; only purchase requests suggest suppliers. */
function toSuggestedSupplier(
  { supplierId }: GoodsLineInput,
  position: number,
  { asks }: DocumentKind,
  { supplierIds }: References,
): Pick<GoodsLine, 'supplierId'> {
  const id = supplierId ?? null;
  if (id === null || !asks) return {};
  return supplierIds.has(id)
    ? { supplierId: id }
    : refuseWith('document.partnerMissing', {}, { field: 'supplierId', line: position });
}

/** Returns the regular price and the promotions, as set by `withPromotions`. */
const toPromotions = ({
  regularPrice,
  promotions = '',
}: PromotedLineInput): Pick<GoodsLine, 'regularPrice' | 'promotions'> =>
  (regularPrice ?? null) === null ? {} : { regularPrice: decimal(regularPrice ?? '0'), promotions };

export const pricedLine = (
  input: GoodsLineInput,
  position: number,
  kind: DocumentKind,
): LineInput => ({
  ...pricedOf(input, position, kind),
  quantity: decimal(input.quantity),
  taxRate: taxRateOf(input, position, kind),
  ...taxOf(input, position, kind),
});

/** Reads an agreed tax amount; a unit price leaves no tax to agree on. */
function taxOf(
  { tax, unitPrice }: GoodsLineInput,
  position: number,
  kind: DocumentKind,
): Pick<LineInput, 'tax'> {
  if (tax === undefined || !kind.amounts.includes('tax')) return {};
  if (unitPrice !== undefined)
    return refuseWith('request.field', { field: 'tax' }, { field: 'tax', line: position });
  return { tax: decimal(tax) };
}

/** Reads the money field given: exactly one of three, or none if the kind has no prices. */
function pricedOf(
  { unitPrice, amount, total, barcode }: GoodsLineInput,
  position: number,
  kind: DocumentKind,
): Pick<LineInput, 'pricedBy' | 'given'> {
  if (kind.price === null) return { pricedBy: 'unitPrice', given: ZERO };
  const given = entriesOf({ unitPrice, amount, total }).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    return refuseWith('document.price', { barcode }, { field: 'unitPrice', line: position });
  }
  return { pricedBy: first[0], given: decimal(first[1] ?? '0') };
}
