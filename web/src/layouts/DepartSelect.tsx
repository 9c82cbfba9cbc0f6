import type { Department } from '@tradehouse/contract';
import { currentDepartments, selectDepartment } from '@tradehouse/contract';
import { Form, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { beginSession, getSession } from '../app/session/session.ts';
import { useBusy } from '../app/useBusy.ts';
import { t } from '../phrase/index.ts';
import type { UserDialogProps } from './userMenuItems.ts';

interface DepartmentOptions {
  readonly list: readonly Department[];
  readonly current: string;
}

/** Reads the available institutions; closes with a message if none exist. */
function useDepartments(onClose: () => void): DepartmentOptions | null {
  const [known, setKnown] = useState<DepartmentOptions | null>(null);
  const settle = useEffectEvent((read: DepartmentOptions): void => {
    if (read.list.length > 0) return setKnown(read);
    getNotices().message.warning(t('depart.none'));
    onClose();
  });
  const fail = useEffectEvent(onClose);
  useEffect(() => {
    let asked = true;
    callEndpoint(currentDepartments, {}).then(
      ({ list, orgCode }) => (asked ? settle({ list, current: orgCode }) : undefined),
      // The client shows the error.
      () => (asked ? fail() : undefined),
    );
    return () => {
      asked = false;
    };
  }, []);
  return known;
}

/** Switches the session's institution: reads the user and everything on screen again. */
async function chooseOwnInstitution(orgCode: string, username: string): Promise<void> {
  const { userInfo } = await callEndpoint(selectDepartment, { orgCode, username });
  const token = getSession()?.token;
  if (token !== undefined) beginSession({ token, user: userInfo });
  await invalidateQueryKeys([]);
}

/** Chooses the institution this session works for, among the user's own. */
export default function DepartSelect({ user, onClose }: UserDialogProps): ReactNode {
  const known = useDepartments(onClose);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [busy, run] = useBusy();
  const id = useId();
  if (known === null) return null;
  const { list, current } = known;
  const value = chosen ?? (current === '' ? null : current);
  const name = list.find(({ orgCode }) => orgCode === current)?.departName ?? t('depart.noneYet');
  const confirm = async (): Promise<void> => {
    if (value === null) return setMissing(true);
    await run(async () => {
      await chooseOwnInstitution(value, user.loginName);
      getNotices().message.success(t('depart.switched'));
      onClose();
    });
  };
  return (
    <Modal
      title={t('depart.title', { name })}
      width={450}
      open
      confirmLoading={busy}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('depart.label')}
          htmlFor={id}
          tooltip={t('depart.hint')}
          {...(missing ? { validateStatus: 'error' as const, help: t('depart.choose') } : {})}
        >
          <Select
            id={id}
            autoFocus
            aria-label={t('depart.label')}
            showSearch={{ optionFilterProp: 'label' }}
            value={value}
            placeholder={t('depart.choose')}
            options={list.map(({ orgCode, departName }) => ({
              value: orgCode,
              label: departName,
            }))}
            onChange={(code: string) => {
              setChosen(code);
              setMissing(false);
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
