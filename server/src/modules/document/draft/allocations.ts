import type { AllocationInput as AllocationShape, GoodsLineInput } from '@tradehouse/contract';
import { ZERO, checkAllocations, decimal, expiryOf, toPlainDecimal, sum } from '@tradehouse/domain';
import type { Allocation, Decimal } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { refuseWith } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { knownLot, spellSerial } from '../../posting/index.ts';
import type { BarcodeFacts, References } from '../store/references.ts';

type AllocationInput = Static<typeof AllocationShape>;

const trimmedOrNull = (text: string | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};

interface PartWorld {
  readonly facts: BarcodeFacts;
  readonly references: References;
  /** The kind moves goods at all: only then lots and serials must be named. */
  readonly moves: boolean;
  /** The line's goods come into a warehouse. */
  readonly receives: boolean;
}

/**
 * Parses a line's lots, serials, stock types and bins, in base units; the parts add up to the quantity. If
 * goods move, lot-managed products need a lot per part, and serial-managed products a distinct serial per
 * piece (S8). Otherwise, given names must still fit.
 */
export function toAllocations(
  { allocations = [] }: GoodsLineInput,
  baseQuantity: Decimal,
  position: number,
  world: PartWorld,
): Allocation[] {
  const { facts, moves } = world;
  const at = { field: 'allocations', line: position };
  const whole = baseQuantity.abs();
  // A count of zero has no part to store.
  if (whole.isZero()) return [];
  const given = allocations.length === 0 ? [{}] : allocations;
  const parts = given
    .map((part) => toAllocationPart(part, given.length === 1 ? whole : ZERO))
    .map((part) => withKnownLot(part, world))
    .map((part) => ({
      ...part,
      serials: part.serials.map((serial) =>
        spellSerial(world.references.serials, facts.skuId, serial),
      ),
    }));
  if (parts.some(({ quantity }) => quantity.isZero())) {
    const allocated = sum(parts.map(({ quantity }) => quantity));
    refuseWith(
      'allocation.quantity',
      {
        barcode: facts.barcode,
        allocated: toPlainDecimal(allocated),
        quantity: toPlainDecimal(whole),
      },
      at,
    );
  }
  withInputPosition(at, () => checkAllocations(facts, baseQuantity, parts, moves));
  return parts;
}

const toAllocationPart = (part: AllocationInput, whole: Decimal): Allocation => ({
  quantity: part.quantity === undefined ? whole : decimal(part.quantity),
  lot: trimmedOrNull(part.lot),
  expiry: part.expiry ?? null,
  serials: (part.serials ?? []).map((serial) => serial.trim()).filter((serial) => serial !== ''),
  stockType: part.stockType ?? 'formal',
  bin: trimmedOrNull(part.bin),
});

/**
 * Returns the stored lot. A known lot keeps its expiry date; a new lot without a given date expires after
 * the shelf life, counted from receipt.
 */
function withKnownLot(
  part: Allocation,
  { facts: { skuId, lotManaged, shelfLifeDays }, references, receives }: PartWorld,
): Allocation {
  if (part.lot === null) return part;
  const known = knownLot(references.lots, skuId, part.lot);
  const spelled = { ...part, lot: known?.lot ?? part.lot };
  if (part.expiry !== null || !lotManaged) return spelled;
  if (known?.expiry !== undefined) return { ...spelled, expiry: known.expiry };
  if (!receives || shelfLifeDays === null) return spelled;
  return { ...spelled, expiry: expiryOf(references.businessDate, shelfLifeDays) };
}
