import {
  AlarmClock, ArrowDown, ArrowUp, BadgeCheck, Bell, BookOpen, Briefcase, Building2, Bug, Calendar, CalendarRange, ChartColumn, Check,
  Bookmark, ChartGantt, ChevronDown, ChevronFirst, ChevronLeft, ChevronRight, CircleAlert, CircleHelp, ClipboardCheck, ClipboardList, Clock, Columns3, Copy, Download, EllipsisVertical,
  ExternalLink, File, FileArchive, FileAudio, FileImage, FileSpreadsheet, FileText, FileVideo, Filter, FolderOpen, GraduationCap, GripVertical, Hash,
  History, Inbox, Info, Kanban, KeyRound, Layers, LayoutDashboard, LayoutGrid, LifeBuoy, ListChecks, Lock, LogOut, Mail, MapPin, Megaphone, Menu,
  MessageSquare, NotebookPen, Paperclip, PanelLeft, Pencil, PencilRuler, Percent, Pin, PinOff, Plus, PoundSterling, Presentation, Receipt,
  RefreshCw, Save, Search, Send, Settings, Share2, ShieldCheck, Signal, Sparkles, SquareUser, Star, Table, Tag, Trash2, TriangleAlert, Undo2,
  Upload, UserCheck, UserCog, UserRound, UserRoundSearch, Users, UsersRound, WifiOff, Workflow, X, type LucideIcon,
} from "lucide-react";

/** The icons of all areas, by name, so that no remote bundles its own. */
const icons = {
  "alarm": AlarmClock, "arrow-down": ArrowDown, "arrow-up": ArrowUp, "badge": BadgeCheck, "bell": Bell, "board": Kanban, "book": BookOpen,
  "bookmark": Bookmark, "briefcase": Briefcase, "building": Building2, "bug": Bug, "calendar": Calendar, "calendar-range": CalendarRange,
  "chart": ChartColumn, "check": Check, "chevron-down": ChevronDown, "chevron-first": ChevronFirst, "chevron-left": ChevronLeft, "chevron-right": ChevronRight,
  "alert": CircleAlert, "help": CircleHelp, "clipboard-check": ClipboardCheck, "clipboard": ClipboardList, "clock": Clock, "columns": Columns3, "copy": Copy,
  "download": Download, "more": EllipsisVertical, "external": ExternalLink, "file": File, "file-archive": FileArchive,
  "file-audio": FileAudio, "file-image": FileImage, "file-sheet": FileSpreadsheet, "file-text": FileText, "file-video": FileVideo,
  "filter": Filter, "folder": FolderOpen, "graduation": GraduationCap, "grip": GripVertical, "hash": Hash, "history": History, "inbox": Inbox, "info": Info,
  "key": KeyRound, "layers": Layers, "cards": LayoutGrid, "timeline": ChartGantt, "dashboard": LayoutDashboard, "support": LifeBuoy, "list-checks": ListChecks, "lock": Lock,
  "sign-out": LogOut, "mail": Mail, "map-pin": MapPin, "megaphone": Megaphone, "menu": Menu, "message": MessageSquare,
  "notebook": NotebookPen, "paperclip": Paperclip, "panel": PanelLeft, "pencil": Pencil, "pencil-ruler": PencilRuler, "percent": Percent, "pin": Pin,
  "unpin": PinOff, "plus": Plus, "pound": PoundSterling, "presentation": Presentation, "receipt": Receipt, "refresh": RefreshCw,
  "save": Save, "search": Search, "send": Send, "settings": Settings, "share": Share2, "shield": ShieldCheck, "signal": Signal,
  "sparkles": Sparkles, "star": Star, "id-card": SquareUser, "table": Table, "tag": Tag, "trash": Trash2, "warning": TriangleAlert, "undo": Undo2,
  "upload": Upload, "user-check": UserCheck, "user-cog": UserCog, "user": UserRound, "user-search": UserRoundSearch, "users": Users,
  "users-round": UsersRound, "offline": WifiOff, "workflow": Workflow, "close": X,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof icons;

export function Icon({ name, size = 16, className }: { name: IconName | (string & {}); size?: number; className?: string }) {
  const Drawing = icons[name as IconName] ?? Layers;
  return <Drawing size={size} strokeWidth={1.75} aria-hidden className={className} style={{ flex: "none" }} />;
}
