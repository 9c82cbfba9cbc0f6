import { USUAL_PAYMENT, dueDate, isPaidAtOnce, isPaymentKind } from '@tradehouse/domain';
import { todayIn } from '../../control/format.ts';
import { wallTime } from '../../control/zone.ts';
import type { Agreed, HeadDraft } from './headDraft.ts';

/** Payment terms of a partner as replies say them. */
interface SaidTerms {
  readonly paymentKind: string | null;
  readonly paymentDays: number;
  readonly monthEnd: boolean;
}

/** Payment terms of a partner's bills; null where no partner is known. */
export const agreedWith = (said: SaidTerms | null): Agreed | null =>
  said === null || said.paymentKind === null || !isPaymentKind(said.paymentKind)
    ? null
    : { kind: said.paymentKind, days: said.paymentDays, monthEnd: said.monthEnd };

/** Terms say whether nothing is paid at once unless it is typed: by the terms, and where there are none by the setting. */
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
