import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { ChunkError, chunkFailure } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly failure: Error | null;
}

/** Keeps a page that fails from taking the others with it. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: null };

  static getDerivedStateFromError(failure: Error): State {
    return { failure };
  }

  private readonly retry = (): void => {
    if (chunkFailure(this.state.failure) !== null) location.reload();
    else this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const missing = chunkFailure(failure);
    const replaced = failure instanceof ChunkError && failure.replaced;
    return (
      <Result
        status="warning"
        title={t(missing === null ? 'error.view' : replaced ? 'error.chunk' : 'error.chunkMissing')}
        subTitle={missing === null ? failure.message : undefined}
        extra={
          <Button type="primary" onClick={this.retry}>
            {t(missing === null ? 'act.retry' : 'act.reload')}
          </Button>
        }
      />
    );
  }
}
