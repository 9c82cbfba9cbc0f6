import { daysBetween } from '@tradehouse/domain';

/** Days that a part of a bill has been open after its due date; 0: not overdue. */
export const countDaysOverdue = (
  { openDebt, dueOn }: { readonly openDebt: string | null; readonly dueOn: string | null },
  today: string,
): number =>
  dueOn === null || openDebt === null || /^-?0(\.0+)?$/.test(openDebt)
    ? 0
    : Math.max(0, daysBetween(dueOn, today));
