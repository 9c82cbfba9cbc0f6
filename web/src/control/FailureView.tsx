import { ExclamationCircleFilled, WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';

interface FailureViewProps {
  /** True: nothing failed, but nothing is here. */
  readonly missing?: boolean;
  readonly title: string;
  readonly description?: string | undefined;
  /** Button of a way on. */
  readonly children: ReactNode;
}

/**
 * Replaces a failed page. antd's `Result` is not used, because its pictures would be loaded with every
 * first page.
 */
export const FailureView = ({
  missing = false,
  title,
  description,
  children,
}: FailureViewProps): ReactNode => (
  <div className={missing ? 'failure missing' : 'failure'}>
    {missing ? <ExclamationCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}
    <p className="failure-title">{title}</p>
    {description === undefined ? null : <p className="failure-more">{description}</p>}
    <p className="failure-way">{children}</p>
  </div>
);
