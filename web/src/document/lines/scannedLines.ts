import { decimal, documentKinds, kindCodes } from '@tradehouse/domain';
import type { ScanContent } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { focusCell, amendGridRow, insertRowsAt } from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import type { ScannedPiece, ScannedProduct } from '../product/serialSearch.ts';
import { explainGoodsFault, explainUnknownScan } from '../scan/goodsOfCode.ts';
import { readOwnScan } from '../scan/readOwnScan.ts';
import type { Scan, ScanOutcome } from '../scan/scanQueue.ts';
import {
  blankLine,
  expiryFrom,
  firstAllocationOfLine,
  isSplit,
  isUntouchedLine,
  withLineAllocation,
} from '../draft/lineDraft.ts';
import type { AllocationDraft, LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { priceLine } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { withSerials } from '../columns/traceColumns.ts';
import { withProductAndOffer } from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';

interface ScanMatch {
  readonly scan: Scan;
  readonly found: ScannedProduct | undefined;
}

/**
 * Applies scans: increments a line with equal code, warehouse and lot, else adds a line; unknown codes are
 * ignored.
 */
export function scansApplied(
  grid: GridState<LineDraft>,
  shape: GridShape<LineDraft>,
  world: LineLookupContext,
  scans: readonly ScanMatch[],
): {
  readonly grid: GridState<LineDraft>;
  readonly results: readonly ScanVerdict[];
} {
  let now = withoutBlank(grid, shape.fixed ?? false);
  const results = scans.map(({ scan, found }): ScanVerdict => {
    if (found === undefined) return unknownScan(scan.code);
    const { piece, content, fault, ...product } = found;
    if (fault !== undefined) return { outcome: 'refused', text: explainGoodsFault(fault, product) };
    const applied =
      piece === undefined
        ? goodsScanned(now, shape, world, product, content)
        : pieceScanned(now, shape, world, product, piece);
    now = applied.grid;
    return applied.result;
  });
  return { grid: inItsPlace(grid, now), results };
}

/** A GS1 code that cannot be used is refused. */
const unknownScan = (code: string): ScanVerdict => ({
  outcome: 'fault' in readOwnScan(code) ? 'refused' : 'unknown',
  text: explainUnknownScan(code),
});

/** Adds goods without serial to a line of equal code, warehouse and lot, or a new line. */
function goodsScanned(
  grid: GridState<LineDraft>,
  shape: GridShape<LineDraft>,
  world: LineLookupContext,
  product: LineProduct,
  content: ScanContent,
): AppliedScan {
  const refused = (text: string): AppliedScan => ({ grid, result: { outcome: 'refused', text } });
  if (content.serial !== '' && product.serialManaged)
    return refused(t('editor.scan.serialNotInStock', { serial: content.serial }));
  const lot = product.lotManaged ? content.lot : '';
  const own = grid.rows.filter(
    ({ value }) =>
      value.barcode === product.barcode &&
      (world.warehouseId === null || value.warehouseId === world.warehouseId),
  );
  const isPackage = content.amount !== '' && isSoldAtRetail(world) && !(shape.fixed ?? false);
  const lotOf = (row: (typeof own)[number]) =>
    isSplit(row.value) ? null : firstAllocationOfLine(row.value).lot;
  const row = isPackage
    ? undefined
    : lot === ''
      ? own[0]
      : (own.find((one) => lotOf(one) === lot) ??
        // Lines of a linked document wait for their lot.
        (shape.fixed ? own.find((one) => lotOf(one) === '') : undefined));
  if (row === undefined && shape.fixed)
    return refused(
      own.length === 0 ? t('editor.scan.notOnSource') : t('editor.scan.otherLot', { lot }),
    );
  if (row !== undefined && product.serialManaged) return refused(t('editor.scan.needsSerial'));
  const counted =
    row === undefined
      ? withProductAndOffer(
          {
            ...blankLine(world.warehouseId),
            quantity: content.quantity,
            ...(isPackage ? packageAmount(content.amount, world.pricing) : {}),
          },
          product,
          world,
          grid.rows,
        )
      : withMoreUnits(row.value, content.quantity, world.pricing);
  const line = lot === '' ? counted : withScannedLot(counted, lot, content);
  if (line === null) return refused(t('editor.scan.otherExpiry', { lot }));
  return flashScanned(grid, row?.key, line, lot);
}

/** A scale prints retail prices: other kinds take the quantity alone. */
const isSoldAtRetail = ({ kind, pricing }: LineLookupContext): boolean =>
  pricing.priced &&
  kindCodes.some((code) => code === kind && documentKinds[code].price === 'retail');

/** A package with a printed price is a line of its own, of exactly this price. */
const packageAmount = (amount: string, { taxed }: Pricing): Partial<LineDraft> =>
  taxed ? { pricedBy: 'total', total: amount } : { pricedBy: 'amount', amount };

/** Sets the lot of a line and its days, if empty; null if the line states another expiry. */
function withScannedLot(line: LineDraft, lot: string, content: ScanContent): LineDraft | null {
  const before = firstAllocationOfLine(line).expiry;
  const { produced } = content;
  const shelfLife = line.product?.shelfLifeDays ?? null;
  const days: Partial<AllocationDraft> = produced === '' ? {} : expiryFrom(produced, shelfLife);
  const { expiry = '' } = content.expiry === '' ? days : content;
  if (before !== '' && expiry !== '' && before !== expiry) return null;
  return withLineAllocation(line, { ...days, lot, expiry: expiry === '' ? before : expiry });
}

/** Writes a scanned line at its row, or as a new row, and lets the row flash. */
function flashScanned(
  grid: GridState<LineDraft>,
  key: string | undefined,
  line: LineDraft,
  detail: string,
): AppliedScan {
  const next =
    key === undefined
      ? insertRowsAt(grid, grid.rows.length, [line])
      : amendGridRow(grid, key, () => line, true);
  const flashed = key ?? next.rows.at(-1)?.key ?? '';
  return {
    grid: { ...next, flash: { key: flashed, count: next.flash.count + 1 } },
    result: {
      outcome: key === undefined ? 'added' : 'repeated',
      text: [line.product?.productName, detail].filter(Boolean).join(' '),
    },
  };
}

interface ScanVerdict {
  readonly outcome: ScanOutcome;
  readonly text: string;
}

interface AppliedScan {
  readonly grid: GridState<LineDraft>;
  readonly result: ScanVerdict;
}

/** Adds a scanned serial to a line of equal product, warehouse and stock type, or a new line. */
function pieceScanned(
  grid: GridState<LineDraft>,
  shape: GridShape<LineDraft>,
  world: LineLookupContext,
  product: LineProduct,
  { serial, warehouseId, stockType }: ScannedPiece,
): AppliedScan {
  const refused = (text: string): AppliedScan => ({
    grid,
    result: { outcome: 'refused', text },
  });
  const named = grid.rows.some(
    ({ value }) =>
      value.product?.skuId === product.skuId &&
      value.allocations.some(({ serials }) => serials.includes(serial)),
  );
  if (named) return refused(t('editor.wrong.serialTwice', { serial }));
  const row = grid.rows.find(
    ({ value }) =>
      value.barcode === product.barcode &&
      value.warehouseId === warehouseId &&
      firstAllocationOfLine(value).stockType === stockType &&
      !isSplit(value),
  );
  if (row === undefined && shape.fixed) return refused(t('editor.scan.notOnSource'));
  const { pricing } = world;
  const before =
    row?.value ?? withProductAndOffer(blankLine(warehouseId), product, world, grid.rows);
  const serials = [...firstAllocationOfLine(before).serials, serial].join(',');
  const written = withSerials(withLineAllocation(before, { stockType }), serials, pricing);
  if ('wrong' in written) return refused(written.wrong);
  return flashScanned(grid, row?.key, written.row, serial);
}

/** Adds scanned units to a line; no number means one unit. */
const withMoreUnits = (line: LineDraft, units: string, pricing: Pricing): LineDraft =>
  priceLine(
    {
      ...line,
      quantity: decimal(line.quantity === '' ? 0 : line.quantity)
        .plus(units === '' ? 1 : units)
        .toFixed(),
    },
    pricing,
  );

/** Removes the untouched last line before a scan; a line being typed into remains. */
function withoutBlank(grid: GridState<LineDraft>, fixed: boolean): GridState<LineDraft> {
  const last = grid.rows.at(-1);
  const isKept = fixed || grid.typing !== null;
  if (isKept || last === undefined || !isUntouchedLine(last.value)) return grid;
  const focus = grid.focus?.key === last.key ? null : grid.focus;
  return { ...grid, rows: grid.rows.slice(0, -1), focus, anchor: focus };
}

/** Moves the cursor from a removed blank line to its replacement, in the same column for further typing. */
function inItsPlace(before: GridState<LineDraft>, now: GridState<LineDraft>): GridState<LineDraft> {
  const taken = now.rows[before.rows.length - 1];
  if (before.focus === null || now.focus !== null || taken === undefined) return now;
  return focusCell(now, { ...before.focus, key: taken.key });
}
