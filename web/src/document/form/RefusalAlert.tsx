import { Alert } from 'antd';
import { t } from '../../phrase/index.ts';

/** Why a document was not saved, and that nothing of it is lost. */
export const RefusalAlert = ({ message }: { readonly message: string }) => (
  <Alert
    type="error"
    showIcon
    title={
      <>
        <strong>{message}</strong> {t('document.nothingLost')}
      </>
    }
  />
);
