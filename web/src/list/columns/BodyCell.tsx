import type { ReactNode, TdHTMLAttributes } from 'react';
import { tellWhole } from './wholeText.ts';

/** A cell of a list's rows. */
export const BodyCell = ({
  onMouseEnter,
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement>): ReactNode => (
  <td
    {...rest}
    onMouseEnter={(event) => {
      onMouseEnter?.(event);
      tellWhole(event);
    }}
  />
);
