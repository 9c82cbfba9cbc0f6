import { USUAL_PAYMENT, dueDate, isPaidAtOnce, isPaymentKind } from '@tradehouse/domain';
import { todayIn } from '../../control/format.ts';
import { wallTime } from '../../control/zone.ts';
import type { AgreedPaymentTerms, HeadDraft } from './headDraft.ts';

/** Partner's payment terms as in replies. */
interface SaidTerms {
  readonly paymentKind: string | null;
  readonly paymentDays: number;
  readonly monthEnd: boolean;
}

/** Payment terms of a partner's bills; null where no partner is known. */
export const agreedWith = (said: SaidTerms | null): AgreedPaymentTerms | null =>
  said === null || said.paymentKind === null || !isPaymentKind(said.paymentKind)
    ? null
    : { kind: said.paymentKind, days: said.paymentDays, monthEnd: said.monthEnd };

/** Checks if a bill is unpaid by default: by the terms, and without terms by the setting. */
export function paysLater(
  {
    agreed,
    paymentKind,
    dueOn,
    time,
  }: Pick<HeadDraft, 'agreed' | 'paymentKind' | 'dueOn' | 'time'>,
  { timeZone, zeroChangeAmount }: { readonly timeZone: string; readonly zeroChangeAmount: boolean },
): boolean {
  const kind = paymentKind ?? agreed?.kind ?? USUAL_PAYMENT;
  const day = time === null ? todayIn(timeZone) : wallTime(time, timeZone).slice(0, 10);
  const terms = agreed ?? { days: 0, monthEnd: false };
  const atOnce = isPaidAtOnce(kind, day, dueOn ?? dueDate(kind, day, terms));
  return atOnce === null ? zeroChangeAmount : !atOnce;
}
