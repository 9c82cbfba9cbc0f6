/** A ref that puts the cursor into an input when it is drawn: the first field of a form that was asked for. */
export const focused = (input: { focus: () => void } | null): void => input?.focus();
