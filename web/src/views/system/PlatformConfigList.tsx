import { EditOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { platformConfigTable, updatePlatformConfig } from '@tradehouse/contract';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call, readTable } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { outdate } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { meetConflict } from '../../record/conflict.ts';
import { labelOf } from '../../record/labels.ts';
import { List } from '../../list/listPage.tsx';
import { RecordModal } from '../../record/RecordModal.tsx';
import { useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof platformConfigTable>;

/** One value of the platform. A secret begins empty: what it was is told to no one. */
function ConfigForm(props: {
  readonly row: Row;
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { row, onClose } = props;
  const before = row.secret === true ? '' : (row.value ?? '');
  const [value, setValue] = useState(before);
  const saving = useSaving();
  const key = row.key ?? '';
  const { timeZone } = useSettings();
  const record = {
    newer: async () => {
      const { rows } = await readTable(platformConfigTable, { pageSize: 1000 });
      return rows.find((one) => one.key === key);
    },
    keep: () => undefined,
  };
  const facts = (newer: Row) => {
    const said = (text: string | null | undefined) => [
      { label: labelOf(platformConfigTable, 'label'), text: row.label ?? '' },
      {
        label: labelOf(platformConfigTable, 'value'),
        value: text ?? '',
        text: row.secret === true && text ? t('stale.chosen') : (text ?? ''),
      },
    ];
    return { before: said(row.value), theirs: said(newer.value), mine: said(value) };
  };
  const save = async (): Promise<void> => {
    const saved = await saving.run(
      (once, over: Row = row) =>
        call(
          updatePlatformConfig,
          { key, version: over.version ?? 0, value },
          { key: once, quiet: true },
        ),
      () => false,
      (by) => meetConflict({ record, timeZone, facts, onTheirs: () => onClose(true) }, by),
    );
    if (!saved) return;
    notices().message.success(t('form.saved'));
    onClose(true);
  };
  const hint = row.secret === true && row.hasValue === true ? 'config.secretKept' : 'config.empty';
  const isSwitch = key.endsWith('_flag');
  return (
    <RecordModal
      title={t('form.edit', { name: t('config.record') })}
      width={600}
      dirty={value !== before}
      loading={false}
      busy={saving.busy}
      readOnly={false}
      refusal={saving.refusal}
      onSave={() => void save()}
      onClose={() => onClose(false)}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={labelOf(platformConfigTable, 'label')}>
          <span>{row.label}</span>
        </Form.Item>
        <Form.Item
          label={labelOf(platformConfigTable, 'value')}
          htmlFor="config-value"
          extra={isSwitch ? undefined : t(hint)}
        >
          {isSwitch ? (
            <Select
              id="config-value"
              value={value}
              options={[
                { value: '0', label: t('flag.no') },
                { value: '1', label: t('flag.yes') },
              ]}
              onChange={setValue}
            />
          ) : (
            <Input
              id="config-value"
              maxLength={500}
              autoComplete="off"
              type={row.secret === true ? 'password' : 'text'}
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Form.Item>
      </Form>
    </RecordModal>
  );
}

/** What the platform's people set for everybody. */
export default function PlatformConfigList(): ReactNode {
  const [edited, setEdited] = useState<Row | null>(null);
  const open = (row: Row): boolean => {
    setEdited(row);
    return false;
  };
  return (
    <>
      <List
        table={platformConfigTable}
        facts={['value', 'hasValue', 'secret']}
        onOpen={open}
        rowActions={[
          {
            key: 'edit',
            label: t('act.edit'),
            icon: <EditOutlined aria-hidden />,
            button: '1',
            run: open,
          },
        ]}
      />
      {edited === null ? null : (
        <ConfigForm
          row={edited}
          onClose={(changed) => {
            setEdited(null);
            if (changed) void outdate(['list', platformConfigTable.path]);
          }}
        />
      )}
    </>
  );
}
