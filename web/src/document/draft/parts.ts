import { decimal, plain, proposeLots, rounded, sum } from '@tradehouse/domain';
import type { Decimal, LotInStock, LotProposal, StockType } from '@tradehouse/domain';
import { lotsOfBarcode } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { amendedAll } from '../grid/gridState.ts';
import { allocationOf, isSplit, wholeAllocation } from './lineDraft.ts';
import type { AllocationDraft, LineDraft, LineProduct } from './lineDraft.ts';
import { numberOf, priced } from './priced.ts';
import type { Pricing } from './priced.ts';

/** The barcode that counts a product in its base unit: parts of lines are counted so. */
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

/** What lies of a line's product in its warehouse, by lot and stock type, in base units. */
export async function lotsInStock(
  product: LineProduct,
  warehouseId: string | null,
): Promise<readonly LotInStock[]> {
  const { barcode, ratio } = baseUnitOf(product);
  const rows = await call(
    lotsOfBarcode,
    { barCode: barcode, ...(warehouseId === null ? {} : { depotId: warehouseId }) },
    { quiet: true },
  );
  return rows.map((row) => ({
    lot: row.lot,
    expiry: row.expiry,
    // SAFETY: goods lie as one of the stock types; the reply says it in plain text.
    stockType: row.stockType as StockType,
    quantity: decimal(row.quantity).times(ratio),
  }));
}

/** What a line wants, in base units. */
export const wantedOf = ({ quantity, product }: LineDraft): Decimal =>
  numberOf(quantity).times(product?.ratio ?? '1');

/** The line made of parts whose quantities are in base units; they say how many it is. */
export function withParts(
  line: LineDraft,
  parts: readonly AllocationDraft[],
  pricing: Pricing,
): LineDraft {
  const filled = parts.filter(({ quantity }) => !numberOf(quantity).isZero());
  const whole = sum(filled.map(({ quantity }) => numberOf(quantity)));
  const [only] = filled;
  if (only === undefined) return { ...line, allocations: [wholeAllocation] };
  const quantity = plain(rounded(whole.dividedBy(line.product?.ratio ?? '1'), 6));
  const allocations = filled.length === 1 ? [{ ...only, quantity: '' }] : filled;
  return priced({ ...line, quantity, allocations }, pricing);
}

/** Parts as lots propose them. */
export const proposedParts = ({ parts }: LotProposal): readonly AllocationDraft[] =>
  parts.map(({ lot, expiry, stockType, quantity }) => ({
    ...wholeAllocation,
    lot,
    expiry: expiry ?? '',
    stockType,
    quantity: plain(quantity),
  }));

/** The day by which lots have expired: today, as the user's clock has it. */
export const today = (): string => new Date().toLocaleDateString('sv');

/** What became of giving lots to all lines that have none. */
export interface Given {
  readonly lines: number;
  /** Lines that no lot, or not enough, was left for. */
  readonly short: number;
  /** Names of lots that were passed over because they have expired. */
  readonly expired: readonly string[];
}

/**
 * Gives every line of lot-managed goods that names no lot the lots that expire soonest. Lines of one product share its
 * stock; what a lot lacks is left to be chosen by hand.
 */
export async function giveLots(
  store: GridStore<LineDraft>,
  takes: (line: LineDraft) => boolean,
  pricing: Pricing,
): Promise<Given> {
  const open = (line: LineDraft): boolean =>
    takes(line) &&
    line.product?.lotManaged === true &&
    !isSplit(line) &&
    allocationOf(line).lot === '' &&
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
  store.change((grid) =>
    amendedAll(grid, (line) => {
      const lots = stock.get(keyOf(line));
      if (lots === undefined || !open(line)) return line;
      const proposal = proposeLots(lots, wantedOf(line), today(), allocationOf(line).stockType);
      for (const { lot } of proposal.expired) expired.add(lot);
      if (proposal.missing.gt(0)) {
        short += 1;
        return line;
      }
      lines += 1;
      stock.set(keyOf(line), without(lots, proposal));
      return withParts(line, proposedParts(proposal), pricing);
    }),
  );
  return { lines, short, expired: [...expired] };
}

/** What is left when a proposal has taken its parts. */
const without = (lots: readonly LotInStock[], { parts }: LotProposal): readonly LotInStock[] =>
  lots.map((lot) => {
    const taken = parts.find(
      (part) => part.lot === lot.lot && part.stockType === lot.stockType,
    )?.quantity;
    return taken === undefined ? lot : { ...lot, quantity: lot.quantity.minus(taken) };
  });
