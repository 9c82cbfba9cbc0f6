import { EditOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { isPlatformSwitch, platformConfigTable, updatePlatformConfig } from '@tradehouse/contract';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { meetConflict } from '../record/conflict.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { CellRenderers } from '../record/listTypes.ts';
import { List } from '../list/listPage.tsx';
import { RecordModal } from '../record/RecordModal.tsx';
import { useFormSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';

type PlatformConfigRow = RowOf<typeof platformConfigTable>;

interface ConfigProps {
  readonly row: PlatformConfigRow;
  readonly onClose: (changed: boolean) => void;
}

/** Lists the values of a setting, compared on screen when another user changed the setting meanwhile. */
const factsOfPlatformConfig = (row: PlatformConfigRow, text: string | null | undefined) => [
  { label: labelOfColumn(platformConfigTable, 'label'), text: row.label ?? '' },
  {
    label: labelOfColumn(platformConfigTable, 'value'),
    value: text ?? '',
    text: row.secret === true && text ? t('stale.chosen') : (text ?? ''),
  },
];

/** Manages the value and saving. A secret starts empty, because it is never sent. */
function useConfig({ row, onClose }: ConfigProps) {
  const before = row.secret === true ? '' : (row.value ?? '');
  const [value, setValue] = useState(before);
  const { busy, refusal, run } = useFormSaving();
  const key = row.key ?? '';
  const { timeZone } = useSettings();
  const record = {
    newer: async () => {
      const { rows } = await readTablePage(platformConfigTable, { pageSize: 1000 });
      return rows.find((one) => one.key === key);
    },
    keep: () => undefined,
  };
  const facts = (newer: PlatformConfigRow) => ({
    before: factsOfPlatformConfig(row, row.value),
    theirs: factsOfPlatformConfig(row, newer.value),
    mine: factsOfPlatformConfig(row, value),
  });
  const save = async (): Promise<void> => {
    const saved = await run(
      (once, over: PlatformConfigRow = row) => {
        const body = { key, version: over.version ?? 0, value };
        return callEndpoint(updatePlatformConfig, body, { key: once, quiet: true });
      },
      () => false,
      (by) => meetConflict({ record, timeZone, facts, onTheirs: () => onClose(true) }, by),
    );
    if (!saved) return;
    getNotices().message.success(t('form.saved'));
    onClose(true);
  };
  return { value, setValue, dirty: value !== before, busy, refusal, save };
}

function ConfigForm(props: ConfigProps): ReactNode {
  const { row, onClose } = props;
  const { value, setValue, dirty, busy, refusal, save } = useConfig(props);
  const hint = row.secret === true && row.hasValue === true ? 'config.secretKept' : 'config.empty';
  const isSwitch = isPlatformSwitch(row.key ?? '');
  return (
    <RecordModal
      title={t('form.edit', { name: t('config.record') })}
      width={600}
      dirty={dirty}
      loading={false}
      busy={busy}
      readOnly={false}
      refusal={refusal}
      onSave={() => void save()}
      onClose={() => onClose(false)}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={labelOfColumn(platformConfigTable, 'label')}>
          <span>{row.label}</span>
        </Form.Item>
        <Form.Item
          label={labelOfColumn(platformConfigTable, 'value')}
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

const configCells: CellRenderers<typeof platformConfigTable> = {
  value: ({ key, value }) =>
    isPlatformSwitch(key ?? '') ? t(value === '1' ? 'flag.yes' : 'flag.no') : value,
};

const edit = {
  key: 'edit',
  label: t('act.edit'),
  icon: <EditOutlined aria-hidden />,
  button: '1',
} as const;

/** Lists the platform's settings for all companies. */
export default function PlatformConfigList(): ReactNode {
  const [edited, setEdited] = useState<PlatformConfigRow | null>(null);
  const open = (row: PlatformConfigRow): boolean => {
    setEdited(row);
    return false;
  };
  return (
    <>
      <List
        table={platformConfigTable}
        facts={['value', 'hasValue', 'secret']}
        cells={configCells}
        onOpen={open}
        rowActions={[{ ...edit, run: open }]}
      />
      {edited === null ? null : (
        <ConfigForm
          row={edited}
          onClose={(changed) => {
            setEdited(null);
            if (changed) void invalidateQueryKeys(['list', platformConfigTable.path]);
          }}
        />
      )}
    </>
  );
}
