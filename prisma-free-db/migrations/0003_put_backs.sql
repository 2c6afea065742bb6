CREATE TABLE `put_back_files` (
	`session` text NOT NULL,
	`number` integer NOT NULL,
	`path` text NOT NULL,
	`turns` text NOT NULL,
	`before` text,
	`mode` integer,
	`after` text,
	PRIMARY KEY(`session`, `number`, `path`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `put_back_files_by_before` ON `put_back_files` (`before`);--> statement-breakpoint
ALTER TABLE `file_changes` ADD `moved_at` real DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `file_changes_by_before` ON `file_changes` (`before`);