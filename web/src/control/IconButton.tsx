import { Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'children'> {
  readonly icon: ReactNode;
  /** Action of the button, for users without the icon. */
  readonly label: string;
}

export const IconButton = ({ label, ...props }: Props): ReactNode => (
  <Button type="text" aria-label={label} {...props} />
);
