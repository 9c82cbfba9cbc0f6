import { Divider, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { UserDialogProps } from '../userMenuItems.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { SecondFactor } from './SecondFactor.tsx';

const Title = ({ children }: { readonly children: string }): ReactNode => (
  <Typography.Title level={5}>{children}</Typography.Title>
);

const SecurityDialog = ({ user, onClose }: UserDialogProps): ReactNode => (
  <Modal title={t('security.title')} width={640} open footer={null} onCancel={onClose}>
    <Title>{t('security.code')}</Title>
    <SecondFactor user={user} />
    <Divider />
    <Title>{t('security.sessions')}</Title>
    <OwnSessions />
  </Modal>
);

export default SecurityDialog;
