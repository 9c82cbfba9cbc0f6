import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../phrase/index.ts';

/** Shows a registration's result and the next steps. Open to all. */
const RegisterResult = (): ReactNode => {
  const navigate = useNavigate();
  const made: { readonly loginName?: string } | null = useLocation().state;
  return (
    <Result
      status="success"
      className="register-result"
      title={t('register.done')}
      subTitle={
        <>
          {made?.loginName === undefined ? null : (
            <p>{t('register.doneFor', { name: made.loginName })}</p>
          )}
          <p>{t('register.next')}</p>
        </>
      }
      extra={
        <Button type="primary" onClick={() => void navigate('/user/login', { replace: true })}>
          {t('register.signIn')}
        </Button>
      }
    />
  );
};

export default RegisterResult;
