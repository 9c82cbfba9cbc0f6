import { decimal, toPlainDecimal, proposeLots, rounded, sum } from '@tradehouse/domain';
import type { Decimal, LotInStock, LotProposal, StockType } from '@tradehouse/domain';
import { lotsOfBarcode } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { amendedAll } from '../grid/gridState.ts';
import { firstAllocationOfLine, isSplit, wholeAllocation } from './lineDraft.ts';
import type { AllocationDraft, LineDraft, LineProduct } from './lineDraft.ts';
import { decimalFromDraft, priceLine } from './priced.ts';
import type { Pricing } from './priced.ts';

/** Returns the base unit's barcode, in which parts of lines are counted. */
export const baseUnitOf = ({
  units,
  barcode,
  unit,
  ratio,
}: LineProduct): { readonly barcode: string; readonly unit: string; readonly ratio: Decimal } => {
  const base = units.find((one) => one.ratio === '1');
  return base === undefined
    ? { barcode, unit, ratio: decimal(ratio) }
    : { barcode: base.barcode, unit: base.unit, ratio: decimal(1) };
};

/** Reads a line's warehouse stock by lot and stock type, in base units. */
export async function lotsInStock(
  product: LineProduct,
  warehouseId: string | null,
): Promise<readonly LotInStock[]> {
  const { barcode, ratio } = baseUnitOf(product);
  const rows = await callEndpoint(
    lotsOfBarcode,
    { barCode: barcode, ...(warehouseId === null ? {} : { depotId: warehouseId }) },
    { quiet: true },
  );
  return rows.map((row) => ({
    lot: row.lot,
    expiry: row.expiry,
    // SAFETY: goods have one of the stock types, typed as plain text in the reply.
    stockType: row.stockType as StockType,
    quantity: decimal(row.quantity).times(ratio),
  }));
}

/** Returns a line's quantity in base units. */
export const wantedOf = ({ quantity, product }: LineDraft): Decimal =>
  decimalFromDraft(quantity).times(product?.ratio ?? '1');

/** Writes parts with base-unit quantities into a line; their sum becomes the quantity. */
export function withParts(
  line: LineDraft,
  parts: readonly AllocationDraft[],
  pricing: Pricing,
): LineDraft {
  const filled = parts.filter(({ quantity }) => !decimalFromDraft(quantity).isZero());
  const whole = sum(filled.map(({ quantity }) => decimalFromDraft(quantity)));
  const [only] = filled;
  if (only === undefined) return { ...line, allocations: [wholeAllocation] };
  const quantity = toPlainDecimal(rounded(whole.dividedBy(line.product?.ratio ?? '1'), 6));
  const allocations = filled.length === 1 ? [{ ...only, quantity: '' }] : filled;
  return priceLine({ ...line, quantity, allocations }, pricing);
}

export const proposedParts = ({ parts }: LotProposal): readonly AllocationDraft[] =>
  parts.map(({ lot, expiry, stockType, quantity }) => ({
    ...wholeAllocation,
    lot,
    expiry: expiry ?? '',
    stockType,
    quantity: toPlainDecimal(quantity),
  }));

/** Returns the date by which lots have expired: today on the user's clock. */
export const todayOfBrowser = (): string => new Date().toLocaleDateString('sv');

/** Result of allocating lots to all lines without lots. */
export interface LotAllocationResult {
  readonly lines: number;
  /** Lines with no lot or too little stock. */
  readonly short: number;
  /** Names of skipped, expired lots. */
  readonly expired: readonly string[];
}

/**
 * Allocates the soonest-expiring lots to every lot-managed line without a lot. Lines of one product share
 * its stock; shortages are left to manual choice.
 */
export async function giveLots(
  store: GridStore<LineDraft>,
  takes: (line: LineDraft) => boolean,
  pricing: Pricing,
): Promise<LotAllocationResult> {
  const open = (line: LineDraft): boolean =>
    takes(line) &&
    line.product?.lotManaged === true &&
    !isSplit(line) &&
    firstAllocationOfLine(line).lot === '' &&
    !wantedOf(line).isZero();
  const keyOf = ({ product, warehouseId }: LineDraft): string =>
    `${product?.skuId ?? ''} ${warehouseId ?? ''}`;
  const wanting = Map.groupBy(store.values().filter(open), keyOf);
  const stock = new Map(
    await Promise.all(
      [...wanting].map(async ([key, [first]]) => {
        const { product = null, warehouseId = null } = first ?? {};
        return [key, product === null ? [] : await lotsInStock(product, warehouseId)] as const;
      }),
    ),
  );
  let lines = 0;
  let short = 0;
  const expired = new Set<string>();
  const propose = (line: LineDraft): LineDraft => {
    const lots = stock.get(keyOf(line));
    if (lots === undefined || !open(line)) return line;
    const proposal = proposeLots(
      lots,
      wantedOf(line),
      todayOfBrowser(),
      firstAllocationOfLine(line).stockType,
    );
    for (const { lot } of proposal.expired) expired.add(lot);
    if (proposal.missing.gt(0)) {
      short += 1;
      return line;
    }
    lines += 1;
    stock.set(keyOf(line), subtractLotProposal(lots, proposal));
    return withParts(line, proposedParts(proposal), pricing);
  };
  store.change((grid) => amendedAll(grid, propose, 'lot'));
  return { lines, short, expired: [...expired] };
}

/** Returns the lots left after a proposal's parts. */
const subtractLotProposal = (
  lots: readonly LotInStock[],
  { parts }: LotProposal,
): readonly LotInStock[] =>
  lots.map((lot) => {
    const taken = parts.find(
      (part) => part.lot === lot.lot && part.stockType === lot.stockType,
    )?.quantity;
    return taken === undefined ? lot : { ...lot, quantity: lot.quantity.minus(taken) };
  });
