import { shareSavedView } from '@tradehouse/contract';
import type { SavedView } from '@tradehouse/contract';
import { Alert, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { outdateViews } from './useViews.ts';

interface Props {
  readonly view: SavedView;
  readonly mayShare: SavedView['roles'];
  readonly onClose: () => void;
}

/** Selects the roles that may use a view, and if their users start with it. */
export function ShareView({ view, mayShare, onClose }: Props): ReactNode {
  const [roleIds, setRoleIds] = useState(view.roles.map(({ id }) => id));
  const [roleDefault, setDefault] = useState(view.roleDefault);
  const [busy, run] = useBusy();
  const id = useId();
  const others = view.roles.filter((role) => !mayShare.some((each) => each.id === role.id));
  const roles = [...mayShare, ...others];
  const share = () =>
    run(async () => {
      const some = roleIds.length > 0;
      await callEndpoint(shareSavedView, {
        id: view.id,
        roleIds,
        roleDefault: some && roleDefault,
      });
      await outdateViews();
      onClose();
    });
  return (
    <ChoiceModal
      width={480}
      title={t('view.shareTitle', { name: view.name })}
      okText={t('act.save')}
      okDisabled={busy || roles.length === 0}
      onOk={() => void share()}
      onCancel={onClose}
    >
      <Alert type="info" showIcon title={t('view.shareHint')} />
      <h3 id={id}>{t('view.shareWith')}</h3>
      {roles.length === 0 ? <p className="quiet">{t('view.shareNone')}</p> : null}
      <Checkbox.Group
        aria-labelledby={id}
        className="view-roles"
        value={roleIds}
        onChange={setRoleIds}
        options={roles.map((role) => ({ value: role.id, label: role.name }))}
      />
      <Checkbox
        className="view-role-default"
        disabled={roleIds.length === 0}
        checked={roleDefault && roleIds.length > 0}
        onChange={({ target }) => setDefault(target.checked)}
      >
        {t('view.roleDefault')}
      </Checkbox>
    </ChoiceModal>
  );
}
