import type { InputOf, ReplyOf, goodsToGrade, gradeDocument } from '@tradehouse/contract';
import { expandSerials, findings, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { decimalFromDraft } from '../../draft/priced.ts';

export type GradePart = ReplyOf<typeof goodsToGrade>['parts'][number];
type GradeFinding = (typeof findings)[number];

/** Graded part of received goods: quantities as typed, or serials if managed. */
export interface GradeDraft extends Readonly<Record<GradeFinding, string>> {
  readonly part: GradePart;
  readonly reason: string;
}

/** Checks if part of the goods is still ungraded. */
export const waitsOn = ({ left }: GradePart): boolean => decimalFromDraft(left).gt(0);

export const createGradeDraft = (part: GradePart): GradeDraft => ({
  part,
  formal: '',
  defective: '',
  gift: '',
  missing: '',
  reason: '',
});

/** Grades an untouched draft entirely as formal. */
export const formalOf = (draft: GradeDraft): GradeDraft => {
  if (findings.some((grade) => draft[grade] !== '')) return draft;
  const { serialManaged, serials, left } = draft.part;
  return { ...draft, formal: serialManaged ? serials.join(', ') : left };
};

const serialsOfGrade = (draft: GradeDraft, grade: GradeFinding): string[] => [
  ...expandSerials(draft[grade]),
];

const quantityOfGrade = (draft: GradeDraft, grade: GradeFinding): Decimal => {
  if (draft.part.serialManaged)
    return decimalFromDraft(String(serialsOfGrade(draft, grade).length));
  return 'wrong' in typedAmount(draft[grade])
    ? decimalFromDraft('')
    : decimalFromDraft(draft[grade]);
};

/** Something typed is no quantity, or more is sorted than waits. */
export const isGradeWrong = (draft: GradeDraft): boolean =>
  (!draft.part.serialManaged && findings.some((grade) => 'wrong' in typedAmount(draft[grade]))) ||
  sum(findings.map((grade) => quantityOfGrade(draft, grade))).gt(decimalFromDraft(draft.part.left));

/** Returns drafts as call input; untouched drafts are omitted. */
export const gradedParts = (
  drafts: readonly GradeDraft[],
): InputOf<typeof gradeDocument>['parts'] =>
  drafts.flatMap((draft) => {
    const stated = findings.filter((grade) => quantityOfGrade(draft, grade).gt(0));
    if (stated.length === 0) return [];
    const { part, reason } = draft;
    const amounts = stated.map((grade) => {
      const serials = part.serialManaged ? { serials: serialsOfGrade(draft, grade) } : {};
      return [grade, { quantity: quantityOfGrade(draft, grade).toFixed(), ...serials }] as const;
    });
    return [
      { line: part.line, lot: part.lot, reason: reason.trim(), ...Object.fromEntries(amounts) },
    ];
  });
