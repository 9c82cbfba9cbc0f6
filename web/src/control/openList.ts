const lists = ['.ant-dropdown', '.ant-select-dropdown', '.ant-picker-dropdown']
  .map((list) => `${list}:not(${list}-hidden, [class*="-leave"])`)
  .join();

/** Checks if a matching element is visible; popups of a background page are not. */
export const anySeen = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());

/** Checks for an open list or calendar: Escape closes the popup and nothing behind. */
export const listOpen = (): boolean => anySeen(lists);
