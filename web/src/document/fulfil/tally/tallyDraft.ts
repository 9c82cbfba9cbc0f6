import type { ReplyOf, PurchaseTally, TallyPart, tallyOf } from '@tradehouse/contract';
import { expandSerials, toPlainDecimal, sum, tallyDifference } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { decimalFromDraft } from '../../draft/priced.ts';

export type TallyLine = ReplyOf<typeof tallyOf>['lines'][number];
type TallyGrade = 'formal' | 'defective' | 'gift';

/** Lot of a line as typed. */
export interface PartDraft {
  readonly key: string;
  readonly line: TallyLine;
  readonly arrived: string;
  readonly defective: string;
  readonly gift: string;
  /** Typed serials by grade; for serial-managed products their number is the quantity. */
  readonly serials: Readonly<Record<TallyGrade, string>>;
  readonly lot: string;
  readonly expiry: string | null;
  readonly reason: string;
}

const nothing = {
  arrived: '',
  defective: '',
  gift: '',
  serials: { formal: '', defective: '', gift: '' },
  lot: '',
  expiry: null,
  reason: '',
};

export const anotherLot = (line: TallyLine, at: number): PartDraft => ({
  ...nothing,
  key: `${line.line} ${at}`,
  line,
});

const toTypedTallyQuantity = (quantity: string): string => (quantity === '0' ? '' : quantity);

/** Returns the rows of a tally: stored rows, and a blank row for every remaining line. */
export function createPartDrafts(
  lines: readonly TallyLine[],
  draft: PurchaseTally | null,
): PartDraft[] {
  return lines.flatMap((line) => {
    const parts = (draft?.parts ?? []).filter((part) => part.line === line.line);
    if (parts.length === 0) return [anotherLot(line, 0)];
    return parts.map(({ arrived, defective, gift, serials, lot, expiry, reason }, at) => ({
      key: `${line.line} ${at}`,
      line,
      arrived: toTypedTallyQuantity(arrived),
      defective: toTypedTallyQuantity(defective),
      gift: toTypedTallyQuantity(gift),
      serials: {
        formal: serials.formal.join(','),
        defective: serials.defective.join(','),
        gift: serials.gift.join(','),
      },
      lot,
      expiry,
      reason,
    }));
  });
}

/** Returns a line's outstanding quantity. */
export const openQuantityOfLine = ({ ordered, received }: TallyLine): Decimal =>
  decimalFromDraft(ordered).minus(decimalFromDraft(received));

/** Fills an untouched draft with the full outstanding quantity, undamaged; serials must be scanned. */
export const allArrived = (draft: PartDraft): PartDraft =>
  draft.line.serialManaged || draft.arrived !== '' || openQuantityOfLine(draft.line).lte(0)
    ? draft
    : { ...draft, arrived: toPlainDecimal(openQuantityOfLine(draft.line)) };

const isWrongPartQuantity = (text: string): boolean => 'wrong' in typedAmount(text);

/** Something in a row is no quantity. */
export const isWrong = ({ arrived, defective, gift }: PartDraft): boolean =>
  [arrived, defective, gift].some(isWrongPartQuantity);

interface Quantities extends Readonly<Record<TallyGrade | 'arrived', Decimal>> {}

/**
 * Returns a row's quantities: formal is the rest besides defective and gift, below zero if parts exceed the
 * total.
 */
export function quantitiesOf(draft: PartDraft): Quantities {
  if (draft.line.serialManaged) {
    const [formal, defective, gift] = [
      serialsOfPartDraft(draft, 'formal'),
      serialsOfPartDraft(draft, 'defective'),
      serialsOfPartDraft(draft, 'gift'),
    ].map(({ length }) => decimalFromDraft(String(length)));
    const quantities = {
      formal: formal ?? decimalFromDraft(''),
      defective: defective ?? decimalFromDraft(''),
      gift: gift ?? decimalFromDraft(''),
    };
    return { ...quantities, arrived: sum(Object.values(quantities)) };
  }
  const of = (text: string) =>
    isWrongPartQuantity(text) ? decimalFromDraft('') : decimalFromDraft(text);
  const [arrived, defective, gift] = [of(draft.arrived), of(draft.defective), of(draft.gift)];
  return { arrived, defective, gift, formal: arrived.minus(defective).minus(gift) };
}

const serialsOfPartDraft = ({ serials }: PartDraft, grade: TallyGrade): string[] => [
  ...expandSerials(serials[grade]),
];

/** Returns a line's surplus (below zero: shortage); null if none of the line was received. */
export function computeTallyDifference(
  drafts: readonly PartDraft[],
  line: TallyLine,
): Decimal | null {
  const quantities = drafts.filter((one) => one.line.line === line.line).map(quantitiesOf);
  return quantities.every(({ arrived }) => arrived.isZero())
    ? null
    : tallyDifference(openQuantityOfLine(line), quantities);
}

/** Line not received as ordered. Quantities in base units, plain decimals. */
export interface TallyDifferenceLine
  extends
    Pick<TallyLine, 'line' | 'barcode' | 'name' | 'unit' | 'ordered' | 'received'>,
    Readonly<Record<TallyGrade | 'arrived' | 'difference' | 'reason', string>> {}

/**
 * Returns lines with deviations over all their lots: shortage, surplus, defective or gift. Lines not
 * received at all are still expected.
 */
export function differingOf(drafts: readonly PartDraft[]): TallyDifferenceLine[] {
  const lines = [...new Set(drafts.map(({ line }) => line))];
  return lines.flatMap((line): TallyDifferenceLine[] => {
    const difference = computeTallyDifference(drafts, line);
    if (difference === null) return [];
    const own = drafts.filter((one) => one.line.line === line.line);
    const total = (figure: keyof Quantities): Decimal =>
      sum(own.map((draft) => quantitiesOf(draft)[figure]));
    const [defective, gift] = [total('defective'), total('gift')];
    if ([difference, defective, gift].every((one) => one.isZero())) return [];
    const { barcode, name, unit, ordered, received } = line;
    const reasons = new Set(own.map(({ reason }) => reason.trim()).filter((one) => one !== ''));
    return [
      {
        line: line.line,
        barcode,
        name,
        unit,
        ordered,
        received,
        arrived: toPlainDecimal(total('arrived')),
        formal: toPlainDecimal(total('formal')),
        defective: toPlainDecimal(defective),
        gift: toPlainDecimal(gift),
        difference: toPlainDecimal(difference),
        reason: [...reasons].join('; '),
      },
    ];
  });
}

/** Returns rows as call input; empty rows are omitted. */
export function tallyPartsFromDrafts(drafts: readonly PartDraft[]): TallyPart[] {
  return drafts.flatMap((draft) => {
    const { line, lot, expiry, reason } = draft;
    const { arrived, formal, defective, gift } = quantitiesOf(draft);
    if (arrived.isZero() && lot === '' && reason === '') return [];
    return [
      {
        line: line.line,
        arrived: toPlainDecimal(arrived),
        formal: toPlainDecimal(formal.isNegative() ? formal.times(0) : formal),
        defective: toPlainDecimal(defective),
        gift: toPlainDecimal(gift),
        lot: lot.trim(),
        expiry,
        serials: {
          formal: line.serialManaged ? serialsOfPartDraft(draft, 'formal') : [],
          defective: line.serialManaged ? serialsOfPartDraft(draft, 'defective') : [],
          gift: line.serialManaged ? serialsOfPartDraft(draft, 'gift') : [],
        },
        reason: reason.trim(),
      },
    ];
  });
}

/** Scanned goods of a tally: base units, and lot, expiry and serial if the code carries them. */
export interface ScannedArrivalInput {
  readonly skuId: string;
  readonly units: string;
  readonly lot?: string;
  readonly expiry?: string;
  readonly serial?: string;
}

export type ScannedArrival =
  | { readonly drafts: readonly PartDraft[]; readonly row: PartDraft }
  | { readonly wrong: 'notOrdered' | 'quantity' | 'serialTwice' | 'otherExpiry' };

/**
 * Adds scanned goods to the first incomplete row of a SKU, or to its last. Goods of a lot go to the row of
 * the lot, to an empty row, or to a new one.
 */
export function countScannedArrival(
  drafts: readonly PartDraft[],
  scanned: ScannedArrivalInput,
): ScannedArrival {
  const { skuId, units, lot = '', expiry = '', serial = '' } = scanned;
  const own = drafts.filter(({ line }) => line.skuId === skuId);
  const open = own.find((one) => quantitiesOf(one).arrived.lt(openQuantityOfLine(one.line)));
  const usual = open ?? own.at(-1);
  if (usual === undefined) return { wrong: 'notOrdered' };
  if (usual.line.serialManaged) return addScannedSerial(drafts, own, usual, serial);
  const isLot = usual.line.lotManaged && lot !== '';
  const row = isLot ? rowOfLot(own, lot) : usual;
  if (row !== undefined && isWrongPartQuantity(row.arrived)) return { wrong: 'quantity' };
  const before = row ?? anotherLot(usual.line, own.length);
  const isOtherDay = before.expiry !== null && expiry !== '' && before.expiry !== expiry;
  if (isLot && isOtherDay) return { wrong: 'otherExpiry' };
  const after = {
    ...before,
    arrived: toPlainDecimal(decimalFromDraft(before.arrived).plus(decimalFromDraft(units))),
    ...(isLot ? { lot, expiry: expiry === '' ? before.expiry : expiry } : {}),
  };
  if (row !== undefined)
    return { drafts: drafts.map((one) => (one === row ? after : one)), row: after };
  const end = drafts.indexOf(own.at(-1) ?? usual) + 1;
  return { drafts: drafts.toSpliced(end, 0, after), row: after };
}

/** Finds the row of a lot, or a row still without lot and quantity. */
const rowOfLot = (own: readonly PartDraft[], lot: string): PartDraft | undefined =>
  own.find((row) => row.lot.trim() === lot) ??
  own.find((row) => row.lot.trim() === '' && row.arrived === '');

function addScannedSerial(
  drafts: readonly PartDraft[],
  own: readonly PartDraft[],
  row: PartDraft,
  serial: string,
): ScannedArrival {
  const known = own.flatMap((one) =>
    Object.values(one.serials).flatMap((serials) => [...expandSerials(serials)]),
  );
  if (known.includes(serial)) return { wrong: 'serialTwice' };
  const formal = [row.serials.formal, serial].filter((text) => text !== '').join(',');
  const after = { ...row, serials: { ...row.serials, formal } };
  return { drafts: drafts.map((one) => (one === row ? after : one)), row: after };
}
