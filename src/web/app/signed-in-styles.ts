// The components that only signed-in users see, in Mantine's order.
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/Skeleton.css'
