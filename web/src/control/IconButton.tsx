import { Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'children'> {
  readonly icon: ReactNode;
  /** What it does, for those who do not see the icon. */
  readonly label: string;
}

/** A button that is an icon alone. */
export const IconButton = ({ label, ...props }: Props): ReactNode => (
  <Button type="text" aria-label={label} {...props} />
);
