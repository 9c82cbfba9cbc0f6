import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { ChunkError, chunkFailure } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';
import { FailureView } from './FailureView.tsx';

interface Props {
  readonly children: ReactNode;
  /** Draws the failure's sentence and button in a place of their own, such as a dialog. */
  readonly renderFailure?: (failure: ReactNode) => ReactNode;
  readonly onFailure?: () => void;
}
interface ErrorBoundaryState {
  readonly failure: Error | null;
}

/** Isolates a failing page or dialog from all further pages. */
export class ErrorBoundary extends Component<Props, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(failure: Error): ErrorBoundaryState {
    return { failure };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.();
  }

  private readonly retry = (): void => {
    if (chunkFailure(this.state.failure) !== null) location.reload();
    else this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, renderFailure = (content) => content } = this.props;
    if (failure === null) return children;
    const missing = chunkFailure(failure);
    const replaced = failure instanceof ChunkError && failure.replaced;
    return renderFailure(
      <FailureView
        title={t(missing === null ? 'error.view' : replaced ? 'error.chunk' : 'error.chunkMissing')}
        description={missing === null ? failure.message : undefined}
      >
        <Button type="primary" onClick={this.retry}>
          {t(missing === null ? 'act.retry' : 'act.reload')}
        </Button>
      </FailureView>,
    );
  }
}
