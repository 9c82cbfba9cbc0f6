import { Alert } from 'antd';
import { t } from '../../phrase/index.ts';

/** Explains a refused save; no input is lost. */
export const RefusalAlert = ({ message }: { readonly message: string }) => (
  <Alert
    className="refusal"
    type="error"
    showIcon
    title={
      <>
        <strong>{message}</strong> {t('document.nothingLost')}
      </>
    }
  />
);
