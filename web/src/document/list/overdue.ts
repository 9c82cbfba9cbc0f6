/** Checks if part of a bill is open after its due date. */
export const isOverdue = (
  { openDebt, dueOn }: { readonly openDebt: string | null; readonly dueOn: string | null },
  today: string,
): boolean =>
  dueOn !== null && dueOn < today && openDebt !== null && !/^-?0(\.0+)?$/.test(openDebt);
