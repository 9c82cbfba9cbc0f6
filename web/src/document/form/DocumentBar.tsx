import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import type { MenuProps } from 'antd';
import { StatusTag } from '../../control/StatusTag.tsx';
import { t } from '../../phrase/index.ts';

export interface DocumentBarProps {
  readonly name: string;
  readonly number: string;
  readonly isNew: boolean;
  readonly saving: boolean;
  readonly approves: boolean;
  readonly onSave: (approved: boolean, goOn: boolean) => void;
  readonly onClose: () => void;
  readonly more?: NonNullable<MenuProps['items']>;
  readonly onMore?: (key: string) => void;
}

/** Shows number and status left, actions right, in fixed order: save, save and approve, print, more. */
export function DocumentBar({
  name,
  number,
  isNew,
  saving,
  approves,
  onSave,
  onClose,
  more = [],
  onMore,
}: DocumentBarProps) {
  return (
    <header className="document-bar">
      <div className="document-title">
        <h1>{name}</h1>
        <span className="document-number">{number === '' ? t('document.onSaving') : number}</span>
        <StatusTag meaning="quiet">{t(isNew ? 'document.unsaved' : 'document.status.0')}</StatusTag>
      </div>
      <Space wrap className="document-actions">
        <Button type="primary" loading={saving} title="Ctrl+S" onClick={() => onSave(false, false)}>
          {t('act.save')}
        </Button>
        {approves && (
          <Button disabled={saving} title="Ctrl+Enter" onClick={() => onSave(true, false)}>
            {t('document.saveAndApprove')}
          </Button>
        )}
        <Button disabled title={t('document.saveFirst')}>
          {t('act.print')}
        </Button>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'goOn', label: t('document.saveAndNew'), extra: 'F10' },
              ...more,
              { key: 'close', label: t('act.close'), extra: 'Esc' },
            ],
            onClick: ({ key }) => {
              if (key === 'goOn') onSave(false, true);
              else if (key === 'close') onClose();
              else onMore?.(key);
            },
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end">
            {t('document.more')}
          </Button>
        </Dropdown>
      </Space>
    </header>
  );
}
