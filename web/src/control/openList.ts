const lists = ['.ant-dropdown', '.ant-select-dropdown', '.ant-picker-dropdown']
  .map((list) => `${list}:not(${list}-hidden, [class*="-leave"])`)
  .join();

/** Whether any of what is named so is to be seen: what hangs over a page behind is not. */
export const anySeen = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());

/** A list or calendar hangs open below its button or field: Escape closes it, and nothing behind it. */
export const listOpen = (): boolean => anySeen(lists);
