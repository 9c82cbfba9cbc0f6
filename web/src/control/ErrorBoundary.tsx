import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { t } from '../phrase/index.ts';

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly failure: Error | null;
}

/** A program file that could not be fetched: the server has a newer version, or the network is away. */
const isChunkFailure = ({ name, message }: Error): boolean =>
  name === 'ChunkLoadError' ||
  /dynamically imported module|module script|preload CSS/i.test(message);

/** Keeps a page that fails from taking the others with it. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: null };

  static getDerivedStateFromError(failure: Error): State {
    return { failure };
  }

  private readonly retry = (): void => {
    if (this.state.failure !== null && isChunkFailure(this.state.failure)) location.reload();
    else this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <Result
        status="warning"
        title={t(isChunkFailure(failure) ? 'error.chunk' : 'error.view')}
        subTitle={failure.message}
        extra={<Button onClick={this.retry}>{t('act.retry')}</Button>}
      />
    );
  }
}
