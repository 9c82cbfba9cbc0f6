import type { AllocationInput as AllocationShape, GoodsLineInput } from '@tradehouse/contract';
import { ZERO, checkAllocations, decimal, expiryOf, plain, sum } from '@tradehouse/domain';
import type { Allocation, Decimal } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { refuse } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { spellSerial } from '../../posting/index.ts';
import { knownLot } from '../store/references.ts';
import type { BarcodeFacts, References } from '../store/references.ts';

type AllocationInput = Static<typeof AllocationShape>;

const orNull = (text: string | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};

/** What a line's parts are read by. */
interface PartWorld {
  readonly facts: BarcodeFacts;
  readonly references: References;
  /** The kind moves goods at all: only then lots and serials must be named. */
  readonly moves: boolean;
  /** The line's goods come into a warehouse. */
  readonly receives: boolean;
}

/**
 * Lots, serials, stock types and bins of a line, in base units; together they make up its quantity. A lot-managed
 * product names a lot on every part and a serial-managed one as many different serials as pieces (S8), where goods move;
 * where they don't, what is named must fit all the same.
 */
export function allocationsOf(
  { allocations = [] }: GoodsLineInput,
  baseQuantity: Decimal,
  position: number,
  world: PartWorld,
): Allocation[] {
  const { facts, moves } = world;
  const at = { field: 'allocations', line: position };
  const whole = baseQuantity.abs();
  // A count that found nothing has no part to keep.
  if (whole.isZero()) return [];
  const given = allocations.length === 0 ? [{}] : allocations;
  const parts = given
    .map((part) => partOf(part, given.length === 1 ? whole : ZERO))
    .map((part) => withKnownLot(part, world))
    .map((part) => ({
      ...part,
      serials: part.serials.map((serial) =>
        spellSerial(world.references.serials, facts.skuId, serial),
      ),
    }));
  if (parts.some(({ quantity }) => quantity.isZero())) {
    const allocated = sum(parts.map(({ quantity }) => quantity));
    refuse(
      'allocation.quantity',
      { barcode: facts.barcode, allocated: plain(allocated), quantity: plain(whole) },
      at,
    );
  }
  atLine(at, () => checkAllocations(facts, baseQuantity, parts, moves));
  return parts;
}

const partOf = (part: AllocationInput, whole: Decimal): Allocation => ({
  quantity: part.quantity === undefined ? whole : decimal(part.quantity),
  lot: orNull(part.lot),
  expiry: part.expiry ?? null,
  serials: (part.serials ?? []).map((serial) => serial.trim()).filter((serial) => serial !== ''),
  stockType: part.stockType ?? 'formal',
  bin: orNull(part.bin),
});

/**
 * The lot as it is kept. A known one expires when it does; a new one that nothing is said of, its shelf life after it came
 * (domain.md 4.5).
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
