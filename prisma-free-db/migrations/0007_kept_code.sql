CREATE TABLE `kept_code` (
	`file` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`at` real NOT NULL,
	`code` text NOT NULL,
	`map` text NOT NULL,
	`inputs` text NOT NULL,
	`described` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `model_chosen` integer DEFAULT true NOT NULL;