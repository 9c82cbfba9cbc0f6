export { default } from '../../message/AnnouncementListPage.tsx';
