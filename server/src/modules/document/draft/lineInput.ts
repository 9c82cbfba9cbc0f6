import { plainLine } from '@tradehouse/contract';
import type { GoodsLineInput } from '@tradehouse/contract';
import { KEPT_DIGITS, ZERO, decimal, documentKinds, rounded, entriesOf } from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  GoodsLine,
  Kind,
  LineInput,
  LineRole,
} from '@tradehouse/domain';
import { mayUseWarehouse, refuse } from '../../../kernel/index.ts';
import type { Scope } from '../../../kernel/index.ts';
import { allocationsOf } from './allocations.ts';
import type { BarcodeFacts, References } from '../store/references.ts';

/** A line that is understood: what it is of, where it stands, how its money was entered. */
export interface ReadLine {
  readonly line: Omit<GoodsLine, 'unitPrice' | 'amount' | 'tax' | 'total'>;
  readonly facts: BarcodeFacts;
  readonly priced: LineInput;
}

/** What is known of a line before it is changed: its money, for those who may not see or write it. */
export type KnownLines = ReadonlyMap<
  number,
  {
    readonly goods: GoodsLine;
    readonly priced: LineInput;
    /** Of its unit, as prices are named now. */
    readonly price: Decimal;
  }
>;

export interface LineWorld {
  readonly kind: AnyKindCode;
  readonly references: References;
  readonly scope: Scope;
  readonly known: KnownLines;
}

/** Reads one line of goods. `position` counts from 1 and points refusals at the line; `line` is its stable number. */
export function readGoodsLine(
  input: GoodsLineInput,
  position: number,
  line: number,
  world: LineWorld,
): ReadLine {
  const { kind: code, references } = world;
  const kind = documentKinds[code];
  const facts = factsOf(input, position, world);
  const quantity = quantityOf(input, position, kind);
  const baseQuantity = baseOf(quantity, facts, position);
  const role = roleOf(input, position, kind);
  const source = sourceOf(input, position);
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
    allocations: allocationsOf(input, baseQuantity, position, {
      facts,
      references,
      moves: movesGoods(kind),
      receives: kind.goods[role]?.to === 'warehouse',
    }),
    source,
    ...supplierOf(input, position, kind, references),
    notes: plainLine.givenOf(code, input),
  };
  return { line: read, facts, priced };
}

/** Whether documents of the kind move goods at all: only then lots and serials matter. */
export const movesGoods = ({ goods }: Kind): boolean => Object.keys(goods).length > 0;

function factsOf(
  { barcode }: GoodsLineInput,
  position: number,
  { references, known }: LineWorld,
): BarcodeFacts {
  const facts = references.barcodes.get(barcode);
  const wasThere = () => [...known.values()].some(({ goods }) => goods.barcode === barcode);
  if (facts === undefined || (!facts.enabled && !wasThere())) {
    return refuse('document.unknownBarcode', { barcode }, { field: 'barcode', line: position });
  }
  return facts;
}

/** Above zero; a recount's losses lie below it, and a count may find nothing. */
function quantityOf(
  { quantity: text, barcode }: GoodsLineInput,
  position: number,
  kind: Kind,
): Decimal {
  const quantity = decimal(text);
  const signed = Object.values(kind.goods).some((flow) => flow.signed === true);
  const counted = kind.warehouse && !movesGoods(kind);
  const fits = signed ? !quantity.isZero() : counted ? quantity.gte(0) : quantity.gt(0);
  return fits
    ? quantity
    : refuse('document.quantity', { barcode }, { field: 'quantity', line: position });
}

/** A box of one and a half pieces can't be sold by the millionth: base quantities are exact, or they are refused (S6). */
function baseOf(quantity: Decimal, { ratio, barcode }: BarcodeFacts, position: number): Decimal {
  const base = quantity.times(ratio);
  return base.decimalPlaces() <= KEPT_DIGITS
    ? base
    : refuse('document.quantity', { barcode }, { field: 'quantity', line: position });
}

function roleOf({ role }: GoodsLineInput, position: number, kind: Kind): LineRole {
  const roles = Object.keys(kind.goods);
  const chosen = role ?? 'item';
  if (roles.length > 0 && !roles.includes(chosen)) {
    return refuse('document.assembly', {}, { field: 'role', line: position });
  }
  return chosen;
}

function taxRateOf({ taxRate }: GoodsLineInput, position: number, kind: Kind): Decimal {
  const rate = kind.amounts.includes('tax') ? decimal(taxRate ?? '0') : ZERO;
  return rate.lte(100)
    ? rate
    : refuse('document.taxRate', { line: position }, { field: 'taxRate', line: position });
}

function warehouseOf(
  id: string | null,
  position: number,
  { references, scope }: LineWorld,
): string {
  if (id === null || !references.warehouseIds.has(id) || !mayUseWarehouse(scope, id)) {
    return refuse(
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
  world: LineWorld,
): string {
  const at = { field: 'targetWarehouseId', line: position };
  const id = targetWarehouseId ?? null;
  if (id === null || !world.references.warehouseIds.has(id) || !mayUseWarehouse(world.scope, id)) {
    return refuse('document.targetWarehouseMissing', { line: position }, at);
  }
  return id === warehouseId ? refuse('document.sameWarehouse', { line: position }, at) : id;
}

/** Both or neither: a line that names half of where it comes from would come from nowhere. */
function sourceOf(
  { sourceDocumentId, sourceLine }: GoodsLineInput,
  position: number,
): GoodsLine['source'] {
  const documentId = sourceDocumentId ?? null;
  const line = sourceLine ?? null;
  if (documentId !== null && line !== null) return { documentId, line };
  if (documentId === null && line === null) return null;
  return refuse('request.field', { field: 'sourceLine' }, { field: 'sourceLine', line: position });
}

/** Of whom to buy it; only what asks for goods suggests somebody. */
function supplierOf(
  { supplierId }: GoodsLineInput,
  position: number,
  { asks }: Kind,
  { supplierIds }: References,
): Pick<GoodsLine, 'supplierId'> {
  const id = supplierId ?? null;
  if (id === null || !asks) return {};
  return supplierIds.has(id)
    ? { supplierId: id }
    : refuse('document.partnerMissing', {}, { field: 'supplierId', line: position });
}

/** What a line's money follows from, as it was given. */
export const pricedLine = (input: GoodsLineInput, position: number, kind: Kind): LineInput => ({
  ...pricedOf(input, position, kind),
  quantity: decimal(input.quantity),
  taxRate: taxRateOf(input, position, kind),
  ...taxOf(input, position, kind),
});

/** A tax that was agreed as an amount; a unit price leaves none to be agreed. */
function taxOf(
  { tax, unitPrice }: GoodsLineInput,
  position: number,
  kind: Kind,
): Pick<LineInput, 'tax'> {
  if (tax === undefined || !kind.amounts.includes('tax')) return {};
  if (unitPrice !== undefined)
    return refuse('request.field', { field: 'tax' }, { field: 'tax', line: position });
  return { tax: decimal(tax) };
}

/** Which of the three money fields was given: one, or none where the kind has no prices. */
function pricedOf(
  { unitPrice, amount, total, barcode }: GoodsLineInput,
  position: number,
  kind: Kind,
): Pick<LineInput, 'pricedBy' | 'given'> {
  if (kind.price === null) return { pricedBy: 'unitPrice', given: ZERO };
  const given = entriesOf({ unitPrice, amount, total }).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    return refuse('document.price', { barcode }, { field: 'unitPrice', line: position });
  }
  return { pricedBy: first[0], given: decimal(first[1] ?? '0') };
}
