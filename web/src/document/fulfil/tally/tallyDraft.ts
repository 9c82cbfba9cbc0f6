import type { ReplyOf, Tally, TallyPart, tallyOf } from '@tradehouse/contract';
import { expandSerials, plain, sum, tallyDifference } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { numberOf } from '../../draft/priced.ts';

export type TallyLine = ReplyOf<typeof tallyOf>['lines'][number];
type Grade = 'formal' | 'defective' | 'gift';

/** A lot of a line as it is typed. */
export interface PartDraft {
  readonly key: string;
  readonly line: TallyLine;
  readonly arrived: string;
  readonly defective: string;
  readonly gift: string;
  /** As typed, by grade; of products that have them they are the quantities. */
  readonly serials: Readonly<Record<Grade, string>>;
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

/** One more lot of a line. */
export const anotherLot = (line: TallyLine, at: number): PartDraft => ({
  ...nothing,
  key: `${line.line} ${at}`,
  line,
});

const typed = (quantity: string): string => (quantity === '0' ? '' : quantity);

/** The rows of a tally: those of the draft, and every line of which it says nothing yet. */
export function draftsOf(lines: readonly TallyLine[], draft: Tally | null): PartDraft[] {
  return lines.flatMap((line) => {
    const parts = (draft?.parts ?? []).filter((part) => part.line === line.line);
    if (parts.length === 0) return [anotherLot(line, 0)];
    return parts.map(({ arrived, defective, gift, serials, lot, expiry, reason }, at) => ({
      key: `${line.line} ${at}`,
      line,
      arrived: typed(arrived),
      defective: typed(defective),
      gift: typed(gift),
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

/** What is still expected of a line. */
export const openOf = ({ ordered, received }: TallyLine): Decimal =>
  numberOf(ordered).minus(numberOf(received));

/** A draft in which everything that is still expected came, and whole; serials have to be read. */
export const allArrived = (draft: PartDraft): PartDraft =>
  draft.line.serialManaged || draft.arrived !== '' || openOf(draft.line).lte(0)
    ? draft
    : { ...draft, arrived: plain(openOf(draft.line)) };

const wrong = (text: string): boolean => 'wrong' in typedAmount(text);

/** Something in a row is no quantity. */
export const isWrong = ({ arrived, defective, gift }: PartDraft): boolean =>
  [arrived, defective, gift].some(wrong);

interface Quantities extends Readonly<Record<Grade | 'arrived', Decimal>> {}

/** What a row says: what is neither defective nor given is formal. Below zero where the parts exceed what arrived. */
export function quantitiesOf(draft: PartDraft): Quantities {
  if (draft.line.serialManaged) {
    const [formal, defective, gift] = [
      serialsOf(draft, 'formal'),
      serialsOf(draft, 'defective'),
      serialsOf(draft, 'gift'),
    ].map(({ length }) => numberOf(String(length)));
    const quantities = {
      formal: formal ?? numberOf(''),
      defective: defective ?? numberOf(''),
      gift: gift ?? numberOf(''),
    };
    return { ...quantities, arrived: sum(Object.values(quantities)) };
  }
  const of = (text: string) => (wrong(text) ? numberOf('') : numberOf(text));
  const [arrived, defective, gift] = [of(draft.arrived), of(draft.defective), of(draft.gift)];
  return { arrived, defective, gift, formal: arrived.minus(defective).minus(gift) };
}

const serialsOf = ({ serials }: PartDraft, grade: Grade): string[] => [
  ...expandSerials(serials[grade]),
];

/** How much more (below zero: less) of a line came than is expected; null where nothing came of it. */
export function differenceOf(drafts: readonly PartDraft[], line: TallyLine): Decimal | null {
  const quantities = drafts.filter((one) => one.line.line === line.line).map(quantitiesOf);
  return quantities.every(({ arrived }) => arrived.isZero())
    ? null
    : tallyDifference(openOf(line), quantities);
}

/** A line that did not come as it was ordered. Quantities in base units, plain decimals. */
export interface DifferingLine
  extends
    Pick<TallyLine, 'line' | 'barcode' | 'name' | 'unit' | 'ordered' | 'received'>,
    Readonly<Record<Grade | 'arrived' | 'difference' | 'reason', string>> {}

/**
 * The lines of which something came otherwise than ordered, over all their lots: less or more of it, defective, or given.
 * A line of which nothing came is still expected.
 */
export function differingOf(drafts: readonly PartDraft[]): DifferingLine[] {
  const lines = [...new Set(drafts.map(({ line }) => line))];
  return lines.flatMap((line): DifferingLine[] => {
    const difference = differenceOf(drafts, line);
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
        arrived: plain(total('arrived')),
        formal: plain(total('formal')),
        defective: plain(defective),
        gift: plain(gift),
        difference: plain(difference),
        reason: [...reasons].join('; '),
      },
    ];
  });
}

/** The rows as the call takes them; those that say nothing stay away. */
export function partsOf(drafts: readonly PartDraft[]): TallyPart[] {
  return drafts.flatMap((draft) => {
    const { line, lot, expiry, reason } = draft;
    const { arrived, formal, defective, gift } = quantitiesOf(draft);
    if (arrived.isZero() && lot === '' && reason === '') return [];
    return [
      {
        line: line.line,
        arrived: plain(arrived),
        formal: plain(formal.isNegative() ? formal.times(0) : formal),
        defective: plain(defective),
        gift: plain(gift),
        lot: lot.trim(),
        expiry,
        serials: {
          formal: line.serialManaged ? serialsOf(draft, 'formal') : [],
          defective: line.serialManaged ? serialsOf(draft, 'defective') : [],
          gift: line.serialManaged ? serialsOf(draft, 'gift') : [],
        },
        reason: reason.trim(),
      },
    ];
  });
}

/** A scan adds so many base units to the first row of a SKU that is not complete, or to its last; null: not ordered. */
export function scanned(
  drafts: readonly PartDraft[],
  skuId: string,
  ratio: string,
): { readonly drafts: readonly PartDraft[]; readonly row: PartDraft } | null {
  const own = drafts.filter(({ line }) => line.skuId === skuId);
  const open = own.find((one) => quantitiesOf(one).arrived.lt(openOf(one.line)));
  const row = open ?? own.at(-1);
  if (row === undefined) return null;
  if (row.line.serialManaged || wrong(row.arrived)) return { drafts, row };
  const arrived = plain(numberOf(row.arrived).plus(numberOf(ratio)));
  const after = { ...row, arrived };
  return { drafts: drafts.map((one) => (one === row ? after : one)), row: after };
}
