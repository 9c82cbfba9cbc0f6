import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { Away } from './Splash.tsx';

interface LazyDialogProps {
  /** Title of the dialog that reports a failure. */
  readonly title: string;
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Place of a dialog in a separate file: a failure is reported in a dialog, and the open pages stay. */
export const LazyDialog = ({
  title,
  open = true,
  onClose,
  children,
}: LazyDialogProps): ReactNode => (
  <ErrorBoundary
    renderFailure={(failure) => (
      <Modal title={title} open={open} footer={null} onCancel={onClose}>
        {failure}
      </Modal>
    )}
  >
    <Suspense fallback={<Away />}>{children}</Suspense>
  </ErrorBoundary>
);
