import { ApartmentOutlined } from '@ant-design/icons';
import type { Department } from '@tradehouse/contract';
import { currentDepartments, selectDepartment } from '@tradehouse/contract';
import { Form, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { outdate } from '../app/net/query.ts';
import { beginSession, session } from '../app/session/session.ts';
import { useBusy } from '../app/useBusy.ts';
import { t } from '../phrase/index.ts';
import type { UserDialogProps, UserMenuItem } from './userMenuItems.ts';

interface Known {
  readonly list: readonly Department[];
  readonly current: string;
}

/** Reads what there is to choose from; closes with a sentence when that is nothing (spec §5). */
function useDepartments(onClose: () => void): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  const settle = useEffectEvent((read: Known): void => {
    if (read.list.length > 0) return setKnown(read);
    notices().message.warning(t('depart.none'));
    onClose();
  });
  const fail = useEffectEvent(onClose);
  useEffect(() => {
    let asked = true;
    call(currentDepartments, {}).then(
      ({ list, orgCode }) => (asked ? settle({ list, current: orgCode }) : undefined),
      // The client has said what went wrong.
      () => (asked ? fail() : undefined),
    );
    return () => {
      asked = false;
    };
  }, []);
  return known;
}

/** Makes the session work for another institution: who is signed in and everything on screen are read again. */
async function choose(orgCode: string, username: string): Promise<void> {
  const { userInfo } = await call(selectDepartment, { orgCode, username });
  const token = session()?.token;
  if (token !== undefined) beginSession({ token, user: userInfo });
  await outdate([]);
}

/** Chooses the institution this session works for, among the user's own. */
function DepartSelect({ user, onClose }: UserDialogProps): ReactNode {
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
      await choose(value, user.loginName);
      notices().message.success(t('depart.switched'));
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

/** Switching institutions, in the user's menu. */
export const departItem: UserMenuItem = {
  key: 'department',
  icon: <ApartmentOutlined aria-hidden />,
  label: () => t('depart.menu'),
  Dialog: DepartSelect,
};
