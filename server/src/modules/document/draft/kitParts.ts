import { KEPT_DIGITS, documentKinds, keysOf, sum } from '@tradehouse/domain';
import type { AnyKindCode, Decimal, GoodsLine, KitPart } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { BarcodeFacts, References } from '../store/references.ts';

interface KitWorld {
  readonly kind: AnyKindCode;
  readonly known: ReadonlyMap<number, { readonly goods: GoodsLine }>;
  readonly references: Pick<References, 'soldParts'>;
}

interface KitLine extends Pick<GoodsLine, 'line' | 'source' | 'baseQuantity'> {
  readonly facts: BarcodeFacts;
  /** Counted from 1; locates refusals. */
  readonly position: number;
}

/**
 * Parts moved by a line with a kit. A kept line keeps its parts, a return takes the parts of the sale, and a
 * new line takes the bill of materials. Orders move nothing and store no parts.
 */
export function kitPartsOfLine(
  kitLine: KitLine,
  { kind: code, known, references }: KitWorld,
): Pick<GoodsLine, 'parts'> {
  const { line, source, facts, baseQuantity, position } = kitLine;
  const kind = documentKinds[code];
  if (facts.kit === null) return {};
  const { barcode } = facts;
  const at = { field: 'barcode', line: position };
  if (!kind.kits) refuseWith('document.kit', { barcode }, at);
  if (keysOf(kind.goods).length === 0) return {};
  const before = known.get(line)?.goods;
  const sold =
    source === null ? undefined : references.soldParts.get(`${source.documentId} ${source.line}`);
  const kept = before !== undefined && before.skuId === facts.skuId ? before.parts : undefined;
  const parts = sold ?? kept ?? partsOfBill(facts, facts.kit, position);
  const split = parts.find(({ quantity }) => !isExact(baseQuantity.times(quantity)));
  if (split !== undefined)
    refuseWith('document.quantity', { barcode }, { field: 'quantity', line: position });
  return { parts };
}

const isExact = (quantity: Decimal): boolean => quantity.decimalPlaces() <= KEPT_DIGITS;

/** Sums the bill of materials by SKU; refuses unfit parts. */
function partsOfBill(
  { barcode }: BarcodeFacts,
  bill: NonNullable<BarcodeFacts['kit']>,
  position: number,
): readonly KitPart[] {
  const unfit = bill.find(({ fits, quantity }) => !fits || !isExact(quantity));
  if (unfit !== undefined || bill.length === 0)
    refuseWith(
      'document.kitParts',
      { barcode, part: unfit?.barcode ?? '' },
      { field: 'barcode', line: position },
    );
  return [...Map.groupBy(bill, ({ skuId }) => skuId)].map(([skuId, same]) => ({
    skuId,
    quantity: sum(same.map(({ quantity }) => quantity)),
  }));
}
