/** A list or calendar hangs open below its button or field: Escape closes it, and nothing behind it. */
export const listOpen = (): boolean =>
  document.querySelector(
    ['.ant-dropdown', '.ant-select-dropdown', '.ant-picker-dropdown']
      .map((list) => `${list}:not(${list}-hidden, [class*="-leave"])`)
      .join(),
  ) !== null;
