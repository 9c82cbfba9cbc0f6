import type { InputOf, ReplyOf, goodsToGrade, gradeDocument } from '@tradehouse/contract';
import { expandSerials, findings, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { numberOf } from '../../draft/priced.ts';

export type GradePart = ReplyOf<typeof goodsToGrade>['parts'][number];
type Grade = (typeof findings)[number];

/** A part of what came as it is sorted: quantities as typed, of products that have them their serials. */
export interface GradeDraft extends Readonly<Record<Grade, string>> {
  readonly part: GradePart;
  readonly reason: string;
}

/** Something of it is still to be sorted. */
export const waitsOn = ({ left }: GradePart): boolean => numberOf(left).gt(0);

export const startOf = (part: GradePart): GradeDraft => ({
  part,
  formal: '',
  defective: '',
  gift: '',
  missing: '',
  reason: '',
});

/** A draft in which what is told nothing of is whole. */
export const formalOf = (draft: GradeDraft): GradeDraft => {
  if (findings.some((grade) => draft[grade] !== '')) return draft;
  const { serialManaged, serials, left } = draft.part;
  return { ...draft, formal: serialManaged ? serials.join(', ') : left };
};

const serialsOf = (draft: GradeDraft, grade: Grade): string[] => [...expandSerials(draft[grade])];

const quantityOf = (draft: GradeDraft, grade: Grade): Decimal => {
  if (draft.part.serialManaged) return numberOf(String(serialsOf(draft, grade).length));
  return 'wrong' in typedAmount(draft[grade]) ? numberOf('') : numberOf(draft[grade]);
};

/** Something typed is no quantity, or more is sorted than waits. */
export const isGradeWrong = (draft: GradeDraft): boolean =>
  (!draft.part.serialManaged && findings.some((grade) => 'wrong' in typedAmount(draft[grade]))) ||
  sum(findings.map((grade) => quantityOf(draft, grade))).gt(numberOf(draft.part.left));

/** The drafts as the call takes them; what nothing is told of stays away. */
export const gradedParts = (
  drafts: readonly GradeDraft[],
): InputOf<typeof gradeDocument>['parts'] =>
  drafts.flatMap((draft) => {
    const told = findings.filter((grade) => quantityOf(draft, grade).gt(0));
    if (told.length === 0) return [];
    const { part, reason } = draft;
    const amounts = told.map((grade) => {
      const serials = part.serialManaged ? { serials: serialsOf(draft, grade) } : {};
      return [grade, { quantity: quantityOf(draft, grade).toFixed(), ...serials }] as const;
    });
    return [
      { line: part.line, lot: part.lot, reason: reason.trim(), ...Object.fromEntries(amounts) },
    ];
  });
