import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../phrase/index.ts';

export interface ExceptionPageProps {
  readonly code: '403' | '404' | '500';
}

/** Shows a page error: the code, one sentence, and a link home. */
export function ExceptionPage({ code }: ExceptionPageProps): ReactNode {
  const navigate = useNavigate();
  return (
    <div className="exception">
      <Result
        status={code}
        title={code}
        subTitle={t(`exception.${code}`)}
        extra={
          <Button type="primary" onClick={() => void navigate('/')}>
            {t('exception.back')}
          </Button>
        }
      />
    </div>
  );
}
